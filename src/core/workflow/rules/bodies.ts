import type { Place } from '../../model/source-text.ts';
import type { Diagnoses } from '../diagnoses/diagnoses.ts';
import { bodyNames, type ReadStep } from '../step-index.ts';
import type { Rule } from './rule.ts';
import { checkShellText } from './shell-text.ts';

/** Each step has exactly one body, and only the keys that go with it. */
export const checkBodies: Rule = (_workflow, { steps }, diagnoses) => {
  for (const step of steps) {
    checkBody(step, diagnoses);
    checkShellText(step.values.command, 'command', step, diagnoses);
    checkShellText(step.values.loop?.value.values.gate?.value.values.command, 'gate', step, diagnoses);
    checkFileName(step, diagnoses);
  }
};

function checkBody({ label, values, unread, place, bodies }: ReadStep, diagnoses: Diagnoses): void {
  const [first, ...others] = bodies;
  if (first === undefined && !bodyNames.some((body) => unread.has(body))) {
    const blank = bodyNames.map((body) => values[body]).find((value) => value !== undefined);
    diagnoses.report(
      'workflow/no-body',
      blank?.place ?? values.id?.place ?? place,
      `${label} has no body`,
      'give it a prompt, a command, a function, a parallel list, an approve question or a workflow file',
    );
  }
  for (const other of others) {
    exclusive(first as string, other, values[other]?.key as Place, 'make two steps of it');
  }
  for (const body of bodies) {
    if (body !== 'prompt' && values.loop !== undefined)
      exclusive(body, 'loop', values.loop.key, 'a loop repeats a prompt; its gate is a command');
  }
  if (values.expect !== undefined && !bodies.includes('command') && !unread.has('command')) {
    diagnoses.report(
      'workflow/expect-without-command',
      values.expect.key,
      `expect without command in ${label}`,
      'only a command exits; a prompt has require',
    );
  }
  if (values.enforce !== undefined && bodies.includes('command')) {
    diagnoses.report(
      'workflow/enforce-on-command',
      values.enforce.key,
      `enforce on a command step: ${label} has no agent to hold to anything`,
      'delete it',
    );
  }

  function exclusive(one: string, other: string, at: Place, hint: string): void {
    diagnoses.report('workflow/several-bodies', at, `${one} and ${other} are mutually exclusive in ${label}`, hint);
  }
}

/** No path can hold a NUL, and the system would say so only in the midst of a run. */
function checkFileName({ values }: ReadStep, diagnoses: Diagnoses): void {
  if (values.workflow?.value.includes('\0'))
    diagnoses.report('workflow/control-character', values.workflow.place, 'the name of a file can not hold a NUL character', 'delete it');
}
