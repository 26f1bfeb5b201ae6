import { utf8ToBytes } from '@noble/hashes/utils.js';
import { maskShapes } from '../../secrets/live-shapes.ts';
import type { Redactor } from '../../secrets/redactor.ts';
import type { CodeFacts } from './code-facts.ts';
import { decodings } from './decodings.ts';
import type { Report } from './report.ts';

/** No secret in a text of the code: a known one in any of its forms, or what looks like a credential, as it stands or encoded. */
export function secretRules({ texts }: CodeFacts, redactor: Redactor, report: Report): void {
  const told = new Set<string>();
  for (const { text, at } of texts) {
    const place = `${at.line}:${at.column}`;
    if (told.has(place)) continue;
    const [name] = redactor.namesIn(utf8ToBytes(text));
    if (name === undefined && ![text, ...decodings(text)].some((each) => maskShapes(each) !== each)) continue;
    told.add(place);
    // The message goes to journals and models: never the text itself.
    report(
      'function/secret',
      at,
      name === undefined ? 'this looks like a live credential' : `this holds the secret ${name}`,
      'put it among the secrets of pawl.yml and take it by ctx.secret(name)',
    );
  }
}
