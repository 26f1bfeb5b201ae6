import { mostSourceBytes, type Unreadable } from '../core/library/function/code-facts.ts';
import { fail, ok, type Result } from '../core/model/result.ts';
import { visible } from '../core/model/shown-text.ts';
import { tooDeep } from './depth.ts';
import { type ParsedCode, parsedCode } from './parsed-code.ts';
import { spotsOf } from './spots.ts';
import { SyntaxFault } from './syntax-fault.ts';

/** Code and its tree, which is flat enough to be read by recursion. `code` is the text as it was written, without a byte order mark. */
export function readCode(written: string): Result<ParsedCode & { readonly code: string }, Unreadable> {
  const bytes = Buffer.byteLength(written);
  if (bytes > mostSourceBytes)
    return fail({ why: 'too-large', message: `the code has ${bytes} bytes, and may have ${mostSourceBytes}`, line: null, column: null });
  // It could not be kept: written as UTF-8 each half of a pair becomes the same sign, and two codes one.
  const half = /\p{Cs}/u.exec(written);
  if (half !== null) {
    const { line, column } = spotsOf(written).at({ start: half.index, end: half.index + 1 });
    return fail({ why: 'syntax', message: `${visible(half[0])} is half a character: write it as an escape`, line, column });
  }
  // Editors and positions do not count a byte order mark.
  const code = written.startsWith('\ufeff') ? written.slice(1) : written;
  let read: ParsedCode;
  try {
    read = parsedCode(code);
  } catch (error) {
    if (!(error instanceof SyntaxFault)) throw error;
    return fail({ why: 'syntax', message: error.message, line: error.line, column: error.column });
  }
  const deep = tooDeep(read.program);
  if (deep === null) return ok({ ...read, code });
  const { line, column } = spotsOf(code).at(deep);
  return fail({ why: 'too-deep', message: 'the code is nested too deep to be read; give parts of it names of their own', line, column });
}
