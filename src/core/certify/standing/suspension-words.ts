import type { SuspensionGround } from './standing-change.ts';
import type { Words } from './words.ts';

/** A function that may not deliver any more: what was seen, and that nothing goes on by it. */
export function suspensionWords(ground: SuspensionGround, task: string, name: string): Words {
  const words = groundWords(ground, name);
  return {
    happened: `${words.happened} It was suspended for "${task}".`,
    now: `The agent does "${task}" from now on${words.ends}.`,
    may: words.may ?? `See what happened: pawl task history "${task}"`,
    isUrgent: true,
  };
}

const repaired = '; a repaired version has to show itself anew before it delivers';

function groundWords(ground: SuspensionGround, name: string): { readonly happened: string; readonly ends: string; readonly may?: string } {
  switch (ground.kind) {
    case 'contract_violated':
      return { happened: `${name} did what its contract rules out: ${ground.why}.`, ends: repaired };
    case 'wrong_irreversible':
      return { happened: `${name} does what cannot be taken back, and differed from the agent: ${ground.why}.`, ends: repaired };
    case 'canary_differed':
      return { happened: `${name} delivered on trial and differed from the agent: ${ground.why}.`, ends: repaired };
    case 'read_suspect':
      return {
        happened: `What ${name} read is unlike all that it was tried on: ${ground.why}. The run stopped before its next write, and the agent finished it.`,
        ends: repaired,
        may: 'Look whether the source changed: if it is broken, the agent is misled by it too',
      };
    case 'fallen':
      return { happened: `${name} came to differ from the agent more often than it may.`, ends: repaired };
    case 'dependency_suspended':
      return { happened: `${name} calls ${ground.function}, which was suspended.`, ends: ', until it is certified with what it calls' };
    case 'subject_changed':
      return {
        happened: `Something that the certificate of ${name} speaks of changed: ${ground.parts.join(', ')}.`,
        ends: ', until it is certified as it is now',
      };
  }
}
