import { quoted } from '../../model/shown-text.ts';
import type { Diagnoses } from '../diagnoses/diagnoses.ts';
import type { Field, Fields } from '../fields/fields.ts';
import { isBlank } from '../step-index.ts';
import type { Rule } from './rule.ts';

/** What a gate's or command's end looks like in words: an agent that has run nothing may write it as well. */
const exitInWords = /\b(?:exit|return)(?:ed|s|ing)?(?:[\s_-]*(?:code|status|with|value))*\s*[:=]?\s*\d+/i;

/** Loops that do something else than they seem to say. */
export const checkLoops: Rule = (_workflow, { steps }, diagnoses) => {
  for (const { label, values, bodies } of steps) {
    const loop = values.loop?.value.values;
    if (loop === undefined) continue;
    const { max, until, gate } = loop;
    if (gate !== undefined) checkGate(gate, label, diagnoses);
    if (max !== undefined && max.value < 1) {
      diagnoses.report(
        'workflow/loop-max',
        max.place,
        `loop.max is ${max.value}; it still means one iteration`,
        'write 1, or how many tries there are to be',
      );
    }
    if (until !== undefined && bodies.includes('prompt') && exitInWords.test(until.value.slice(0, 100))) {
      const message = `until: ${quoted(until.value)} reads what the agent writes, not how a command ended`;
      diagnoses.report(
        'workflow/until-reads-the-reply',
        until.place,
        message,
        'let a gate run the command: its exit code decides what is kept',
      );
    }
  }
};

function checkGate({ value: { values, unread, place }, place: written }: Field<Fields<'gate'>>, label: string, diagnoses: Diagnoses): void {
  const { command, measure, tolerance } = values;
  // A gate that is one blank text counts as not given.
  const isMap = command?.place !== written;
  if (isMap && isBlank(command?.value) && !unread.has('command')) {
    const message = `the gate of ${label} has no command`;
    diagnoses.report('workflow/gate-without-command', command?.place ?? place, message, 'say what to run: {command: npm test}');
  }
  if (tolerance !== undefined && measure === undefined && !unread.has('measure')) {
    const message = `tolerance without measure in the gate of ${label}: no number is compared`;
    diagnoses.report(
      'workflow/tolerance-without-measure',
      tolerance.key,
      message,
      'say which is better, measure: lower or measure: higher',
    );
  }
}
