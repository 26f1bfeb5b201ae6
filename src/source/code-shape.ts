import type { CodeShape, ShapeCall } from '../core/library/dedup/code-shape.ts';
import type { Unreadable } from '../core/library/function/code-facts.ts';
import { digestOf } from '../core/model/digest.ts';
import { fail, ok, type Result } from '../core/model/result.ts';
import { bindingsOf } from './bindings.ts';
import { Constants } from './constants.ts';
import { normalForm } from './normal-form.ts';
import { readCode } from './read-code.ts';
import { ShapeArguments } from './shape-arguments.ts';
import { ShapeCalls } from './shape-calls.ts';
import { shapeConstants } from './shape-constants.ts';
import { spotsOf } from './spots.ts';
import { statementTokens } from './statement-tokens.ts';

/** The shape of any text that declares a function, stored or not; fails where it cannot be read. Runs nothing. */
export function codeShape(written: string): Result<CodeShape, Unreadable> {
  const read = readCode(written);
  if (!read.ok) return fail(read.failure);
  const { code, program } = read.value;
  const bindings = bindingsOf(program);
  const calls = new ShapeCalls(program, bindings);
  const constants = new Constants(bindings);
  const args = new ShapeArguments(bindings, constants);
  const effects: ShapeCall[] = [];
  const texts: string[] = [];
  for (const call of calls.all) {
    const said = args.of(call);
    texts.push(...said.texts);
    if (calls.isEffect(call)) effects.push({ name: calls.nameOf(call), ...said });
  }
  return ok({
    statements: statementTokens(calls.main ?? program, bindings, calls),
    effects,
    texts: [...new Set(texts)].sort(),
    constants: shapeConstants(program, bindings, calls, spotsOf(code)),
    digest: digestOf(normalForm(program, bindings)),
    outline: digestOf(normalForm(program, bindings, true)),
  });
}
