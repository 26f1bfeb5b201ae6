import { quoted } from '../../model/shown-text.ts';
import type { Rule } from './rule.ts';

/** What a gate's or command's end looks like in words: an agent that has run nothing may write it as well. */
const exitInWords = /\b(?:exit|return)(?:ed|s|ing)?(?:[\s_-]*(?:code|status|with|value))*\s*[:=]?\s*\d+/i;

/** Loops that do something else than they seem to say. */
export const checkLoops: Rule = (_workflow, { steps }, diagnoses) => {
  for (const { values, bodies } of steps) {
    const loop = values.loop?.value.values;
    if (loop === undefined) continue;
    const { max, until } = loop;
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
