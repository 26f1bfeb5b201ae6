import { RE2JS } from 're2js';
import type { Require } from '../workflow.ts';
import { sentinelMatches } from './sentinel.ts';

/** Compiles a `last_line_regex` in RE2 syntax, which no input can make slow. Throws where RE2 refuses it. */
export const compileRe2 = (pattern: string): RE2JS => RE2JS.compile(pattern);

/**
 * Checks what a step produced. `null` = all met; else the first check that is not, in words, with the output attempted.
 * "Last line" is the last line that is not blank, its trailing blanks cut. `shown` is the output as it may be repeated to people.
 */
export function unmetRequirement(require: Require, output: string, shown: string = output): string | null {
  if (require.nonEmpty && output.trim() === '') return 'require.non_empty: the output is blank';
  for (const text of require.contains) {
    if (!output.includes(text)) return unmet(`require.contains: "${text}" is missing`, shown);
  }
  if (require.until !== null && !sentinelMatches(output, require.until)) {
    return unmet(`require.until: the word "${require.until}" is missing`, shown);
  }
  if (require.lastLineRegex !== null && !compileRe2(require.lastLineRegex).matcher(lastLine(output)).find()) {
    return unmet(`require.last_line_regex: the last line does not match ${require.lastLineRegex}`, shown);
  }
  return null;
}

function lastLine(output: string): string {
  const text = output.trimEnd();
  return text.slice(text.lastIndexOf('\n') + 1);
}

const shownChars = 500;

function unmet(what: string, output: string): string {
  const tail = output.length > shownChars ? `…${output.slice(-shownChars)}` : output;
  return tail.trim() === '' ? `${what}; the output is blank` : `${what}; attempted output: ${tail.trimEnd()}`;
}
