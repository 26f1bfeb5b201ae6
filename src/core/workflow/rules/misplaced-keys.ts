import type { Diagnoses } from '../diagnoses/diagnoses.ts';
import type { Body, ReadStep } from '../step-index.ts';
import type { Rule } from './rule.ts';

const work: readonly Body[] = ['prompt', 'command', 'function'];

/** The bodies that a key goes with. Keys of devkit are not here: what it takes without a word is taken. */
const goesWith = {
  timeout: work,
  retry: work,
  foreach: work,
  isolate: work,
  env: work,
  secrets: work,
  output: ['prompt', 'function'],
  args: ['function'],
  snapshot: work,
} as const satisfies Partial<Record<keyof ReadStep['values'], readonly Body[]>>;

const agentKeys = ['model', 'principles', 'enforce'] as const;

/** No key stands on a step that can do nothing with it. */
export const checkMisplacedKeys: Rule = (_workflow, { steps }, diagnoses) => {
  for (const step of steps) {
    const [body, ...others] = step.bodies;
    // Which of several bodies was meant is not known, and those are told already.
    if (body === undefined || others.length > 0) continue;
    for (const [key, bodies] of Object.entries(goesWith)) {
      if (!(bodies as readonly Body[]).includes(body)) reportMisplaced(key as keyof typeof goesWith, body, step, diagnoses);
    }
    if (body === 'approve' || body === 'workflow' || body === 'function')
      for (const key of agentKeys) reportMisplaced(key, body, step, diagnoses);
    if (body === 'prompt' && step.values.snapshot !== undefined) {
      const message = `the snapshot of ${step.label} is ignored: a prompt step is always recorded, and put back where it fails`;
      diagnoses.report('workflow/ignored-snapshot', step.values.snapshot.key, message, 'delete it');
    }
  }
};

function reportMisplaced(
  key: keyof typeof goesWith | (typeof agentKeys)[number],
  body: Body,
  { label, values }: ReadStep,
  diagnoses: Diagnoses,
): void {
  const field = values[key];
  if (field !== undefined)
    diagnoses.report('workflow/misplaced-key', field.key, `${key} does not go with ${body} in ${label}`, hintFor(key, body));
}

function hintFor(key: string, body: Body): string {
  if (key === 'args') return 'only a function takes an argument; a command reads its values from its environment';
  if (key === 'foreach') return 'only a prompt, a command or a function is repeated for each item; make a step of it';
  if (key === 'output' && body === 'command')
    return 'only the reply to a prompt and the result of a function have a schema; require checks what a command prints';
  switch (body) {
    case 'parallel':
      return 'put it on its children';
    case 'workflow':
      return 'put it on the steps of that file';
    case 'function':
      return 'delete it: a function is run without a model';
    case 'approve':
    case 'command':
    case 'prompt':
      return 'delete it: nothing is run or asked of an agent while a person is asked';
  }
}
