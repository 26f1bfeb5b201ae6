import type { CodeFacts, Unreadable } from '../../library/function/code-facts.ts';
import type { Json } from '../../model/json.ts';
import type { Result } from '../../model/result.ts';
import { maskShapes } from '../../secrets/live-shapes.ts';
import type { Cassette } from '../cassette.ts';
import type { GateRefusal } from './gate-refusal.ts';
import { literalTaints } from './literal-taint.ts';

export interface StaticQuestion {
  readonly facts: Result<CodeFacts, Unreadable>;
  readonly members: readonly string[];
  readonly texts: readonly { readonly text: string; readonly line: number }[];
  readonly constants: readonly string[];
  readonly schema: Json;
  readonly cassettes: readonly Cassette[];
}

/** G0: all that the text alone refuses. */
export function staticVerdict(question: StaticQuestion): readonly GateRefusal[] {
  const { facts } = question;
  const refused = (rule: string, message: string, line: number | null): GateRefusal => ({
    gate: 'G0',
    code: 'static',
    rule,
    message,
    line,
  });
  if (!facts.ok) return [refused(`function/${facts.failure.why}`, facts.failure.message, facts.failure.line)];
  const { form, ambient, dynamicCode, imports, texts } = facts.value;
  return [
    ...form.map(({ message, at }) => refused('function/form', message, at.line)),
    ...ambient.map(({ name, at }) => refused('function/ambient', `${name} reaches past ctx`, at.line)),
    ...dynamicCode.map(({ name, at }) => refused('function/dynamic-code', `${name} makes code of a text`, at.line)),
    ...imports.map(({ name, at }) => refused('function/import', `${name} is not replayed: a certified function stands alone`, at.line)),
    // What cannot be followed from `ctx` in the text is followed in replays: every call is answered and recorded there.
    ...texts
      .filter(({ text }) => maskShapes(text) !== text)
      .map(({ at }) => refused('function/secret', 'this looks like a live credential', at.line)),
    ...literalTaints(question).map((taint): GateRefusal => ({ gate: 'G0', code: 'taint', taint })),
  ];
}
