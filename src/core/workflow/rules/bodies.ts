import { envKeyOf } from '../../model/names.ts';
import { quoted } from '../../model/shown-text.ts';
import type { Place } from '../../model/source-text.ts';
import type { Diagnoses } from '../diagnoses.ts';
import type { Field } from '../fields.ts';
import type { ReadStep } from '../step-index.ts';
import type { Rule } from './rule.ts';

/** Each step has exactly one body, and only the keys that go with it. */
export const checkBodies: Rule = (_workflow, { steps }, diagnoses) => {
  for (const step of steps) {
    checkBody(step, diagnoses);
    checkShellText(step.values.command, 'command', diagnoses);
    checkShellText(step.values.loop?.value.values.gate, 'gate', diagnoses);
  }
};

function checkBody({ label, values, unread, place, bodies }: ReadStep, diagnoses: Diagnoses): void {
  const [first, ...others] = bodies;
  if (first === undefined && !['prompt', 'command', 'parallel'].some((body) => unread.has(body))) {
    const blank = values.prompt ?? values.command ?? values.parallel;
    diagnoses.report(
      'workflow/no-body',
      blank?.place ?? values.id?.place ?? place,
      `${label} has no body`,
      'give it a prompt, a command or a parallel list',
    );
  }
  for (const other of others) {
    exclusive(first as string, other, values[other]?.key as Place, 'make two steps of it');
  }
  for (const body of ['command', 'parallel'] as const) {
    if (bodies.includes(body) && values.loop !== undefined)
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

/** No value ever becomes shell text; and a NUL would end the text where nobody sees it. */
function checkShellText(field: Field<string> | undefined, noun: 'command' | 'gate', diagnoses: Diagnoses): void {
  if (field === undefined) return;
  const braces = /\{\{([^{}]*)\}?\}?/.exec(field.value);
  if (braces !== null) {
    const name = (braces[1] as string).trim();
    const variable = name === 'input' ? 'PAWL_INPUT' : `PAWL_OUT_${envKeyOf(name.slice(0, 40)) || '…'}`;
    const message = `${quoted(braces[0])} in a ${noun} is refused (shell injection mitigation)`;
    diagnoses.report(
      'workflow/braces-in-shell',
      diagnoses.placeWithin(field.place, braces[0]) ?? field.place,
      message,
      `the value comes by environment: "$${variable}"`,
    );
  }
  if (field.value.includes('\0')) {
    diagnoses.report(
      'workflow/control-character',
      field.place,
      `a ${noun} can not hold a NUL character`,
      'no program can be given one; let the shell make it: printf "\\0"',
    );
  }
}
