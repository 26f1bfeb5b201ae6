import { type CodeFacts, mostSourceBytes, type Unreadable } from '../core/library/function/code-facts.ts';
import { fail, ok, type Result } from '../core/model/result.ts';
import { bindingsOf, namesBeside } from './bindings.ts';
import { Constants } from './constants.ts';
import { ctxUses } from './ctx-uses.ts';
import { tooDeep } from './depth.ts';
import { docstringAbove } from './docstring.ts';
import { formOf } from './function-form.ts';
import { normalForm } from './normal-form.ts';
import { type ParsedCode, parsedCode } from './parsed-code.ts';
import { type Spots, spotsOf } from './spots.ts';
import { SyntaxFault } from './syntax-fault.ts';
import { signature } from './types/signature.ts';
import { worldUses } from './world-uses.ts';
import { writtenTexts } from './written-texts.ts';

/** All that the text of a stored function says; fails where it is no code that can be read, with the place where it is known. Runs nothing. */
export function codeFacts(written: string): Result<CodeFacts, Unreadable> {
  const bytes = Buffer.byteLength(written);
  if (bytes > mostSourceBytes)
    return fail({ why: 'too-large', message: `the code has ${bytes} bytes, and may have ${mostSourceBytes}`, line: null, column: null });
  // Editors and positions do not count a byte order mark.
  const code = written.startsWith('\ufeff') ? written.slice(1) : written;
  let read: ParsedCode;
  try {
    read = parsedCode(code);
  } catch (error) {
    if (!(error instanceof SyntaxFault)) throw error;
    return fail({ why: 'syntax', message: error.message, line: error.line, column: error.column });
  }
  const spots = spotsOf(code);
  const deep = tooDeep(read.program);
  if (deep === null) return ok(factsOf(code, read, spots));
  const { line, column } = spots.at(deep);
  return fail({ why: 'too-deep', message: 'the code is nested too deep to be read; give parts of it names of their own', line, column });
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
    texts: writtenTexts(program, comments, constants, spots),
    normalForm: normalForm(program, bindings),
  };
}
