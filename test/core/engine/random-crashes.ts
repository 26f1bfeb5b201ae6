import fc from 'fast-check';
import type { Intent } from '../../../src/core/events/event.ts';
import type { Step, Workflow } from '../../../src/core/workflow/workflow.ts';
import { type Answer, exits, fails, says } from './answers.ts';
import type { MadeUpFolder } from './made-up-folder.ts';
import type { Scene } from './played-run.ts';
import { anyWorkflow } from './random-runs.ts';
import { approve, each, inner } from './workflow-parts.ts';

/**
 * A workflow with the additions too: items, retries, snapshots, measures, approvals, workflows within. No forms of replies: an agent
 * that is interrupted while it is asked again for one begins anew, and may be asked more often than it would have been.
 */
export const anyFullWorkflow: fc.Arbitrary<Workflow> = fc
  .tuple(anyWorkflow, fc.array(fc.nat(), { minLength: 8, maxLength: 8 }), fc.constantFrom(null, 'ask', 'within'))
  .map(([workflow, draws, extra]) => {
    const steps = workflow.steps.map((step, at): Step => withAdditions(step, draws[at] ?? 0, isChild(workflow, step.id)));
    if (extra === 'ask') steps.push(approve('ask'));
    if (extra === 'within') steps.push(inner('within'));
    return { ...workflow, steps };
  });

const isChild = ({ steps }: Workflow, id: string): boolean => steps.some((step) => step.kind === 'parallel' && step.children.includes(id));

function withAdditions(step: Step, draw: number, child: boolean): Step {
  if (step.kind !== 'command' && step.kind !== 'prompt') return step;
  const retry = draw % 3 === 0 ? { max: 2, backoffMs: 5 } : null;
  const looping = step.kind === 'prompt' && step.loop !== null;
  const foreach = draw % 5 === 0 && !child && !looping ? each(1 + (draw % 2)) : null;
  if (step.kind === 'command') return { ...step, retry, foreach, snapshot: draw % 4 < 2 };
  const gate =
    draw % 2 === 0 && step.loop?.gate ? { ...step.loop.gate, measure: { better: 'lower' as const, tolerance: 0 } } : step.loop?.gate;
  return {
    ...step,
    retry,
    foreach,
    loop: step.loop && { ...step.loop, gate: gate ?? null },
  };
}

const replies: readonly Answer[] = [
  says('DONE', { tokens: [1, 2], usd: 0.1 }),
  says('{"AGAIN": 1}', { tokens: [3, 0], usd: 0.2 }),
  says('well', { writes: false }),
  says(' '),
  fails('offline', { tokens: [null, 1] }),
  fails('overloaded', { failure: 'overloaded' }),
];
const ends = [exits(0, 'DONE 3'), exits(0, 'AGAIN 2'), exits(0, '1'), exits(0), exits(1, '4'), exits(1), exits(127)] as const;

/**
 * A scene in which the same thing done for the same time is answered the same way, in whatever order things end: so that a run which
 * is interrupted can be held against one which is not. Made anew each time.
 */
export const anySteadyScene: fc.Arbitrary<() => Scene> = fc
  .record({
    seed: fc.nat(),
    jobs: fc.integer({ min: 1, max: 3 }),
    plain: fc.integer({ min: 0, max: 4 }),
    items: fc.constantFrom<string[]>([], ['x'], ['x', 'y', 'z']),
    approved: fc.boolean(),
  })
  .map(({ seed, jobs, plain, items, approved }) => () => {
    const answered = new Map<string, number>();
    const pick = (intent: Intent, list: readonly Answer[]): Answer => {
      const key = `${intent.type} ${intent.step} ${intent.item}`;
      const times = (answered.get(key) ?? 0) + 1;
      answered.set(key, times);
      let mixed = seed;
      for (const letter of `${key} ${times}`) mixed = Math.imul(mixed ^ letter.charCodeAt(0), 16777619) >>> 0;
      return list[(mixed >>> 7) % list.length] as Answer;
    };
    return {
      settings: { jobs },
      workspace: plain === 0 ? 'plain' : 'git',
      items,
      approval: { approved, words: '' },
      answer: (intent) => {
        if (intent.type === 'prompt.requested') return pick(intent, replies);
        return intent.type === 'command.requested' || intent.type === 'gate.requested' ? pick(intent, ends) : undefined;
      },
    };
  });

/** An agent's or a command's writing begun, a restore cut off, a commit made of which nobody was told. */
export function leftHalfDone(pending: readonly Intent[], folder: MadeUpFolder): void {
  for (const intent of pending) {
    if (intent.type === 'prompt.requested' || intent.type === 'command.requested' || intent.type === 'gate.requested')
      folder.write(`half${intent.op}`);
    if (intent.type === 'restore.requested') folder.restoreHalf(intent.to);
    if (intent.type === 'commit.requested') folder.commit(intent.plan);
  }
}
