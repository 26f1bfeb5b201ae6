import type { CodeFacts, Unreadable } from '../core/library/function/code-facts.ts';
import { fail, ok, type Result } from '../core/model/result.ts';
import { bindingsOf, namesBeside } from './bindings.ts';
import { Constants } from './constants.ts';
import { ctxUses } from './ctx-uses.ts';
import { docstringAbove } from './docstring.ts';
import { formOf } from './function-form.ts';
import { normalForm } from './normal-form.ts';
import type { ParsedCode } from './parsed-code.ts';
import { readCode } from './read-code.ts';
import { type Spots, spotsOf } from './spots.ts';
import { signature } from './types/signature.ts';
import { worldUses } from './world-uses.ts';
import { writtenTexts } from './written-texts.ts';

/** All that the text of a stored function says; fails where it is no code that can be read, with the place where it is known. Runs nothing. */
export function codeFacts(written: string): Result<CodeFacts, Unreadable> {
  const read = readCode(written);
  return read.ok ? ok(factsOf(read.value.code, read.value, spotsOf(read.value.code))) : fail(read.failure);
}

function factsOf(code: string, read: ParsedCode, spots: Spots): CodeFacts {
  const { text, program, comments } = read;
  const { exported, faults } = formOf(read);
  const bindings = bindingsOf(program);
  const constants = new Constants(bindings);
  const statement = program.body.find(({ type }) => type === 'ExportDefaultDeclaration');
  const nothing = { primitives: [], lost: [], dependencies: [], unknownDependencies: [] };
  return {
    exported: exported && spots.named(exported.id, exported.id.name),
    form: faults.map(({ message, line, column }) => ({ message, at: { line: line ?? 1, column: column ?? 1, length: 1 } })),
    docstring: statement ? docstringAbove(statement.start, code, comments) : null,
    ...(exported ? signature(exported, program, code, text) : { parameters: {}, returns: {} }),
    beside: program.body.flatMap(namesBeside),
    ...(exported ? ctxUses(exported, bindings, constants, spots) : nothing),
    ...worldUses(program, bindings, constants, spots),
    texts: writtenTexts({ program, comments, bindings, code, text }, spots),
    normalForm: normalForm(program, bindings),
  };
}
