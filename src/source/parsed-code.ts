import { type Comment, type Program, parse } from 'acorn';
import { SyntaxFault } from './syntax-fault.ts';
import { nestedTooDeep, withoutTypes } from './without-types.ts';

export interface ParsedCode {
  /** Without types, every character where it was. */
  readonly text: string;
  readonly program: Program;
  readonly comments: readonly Comment[];
}

/** Code without types, and its tree. Throws `SyntaxFault`. */
export function parsedCode(code: string): ParsedCode {
  let first: SyntaxFault | null = null;
  // Most code has no types, and the first use of what strips them costs 60 to 100 ms. A call with type arguments is the one
  // thing that reads as JavaScript too, as two comparisons: f<A>(x).
  if (!mayHaveTypeArguments(code)) {
    try {
      return parsed(code);
    } catch (error) {
      // In the parser's own words.
      if (/^Not enough stack space/.test((error as Error).message)) throw nestedTooDeep();
      // Types, or a mistake: told below.
      first = faultOf(error as Error);
    }
  }
  try {
    return parsed(withoutTypes(code));
  } catch (error) {
    const fault = error instanceof SyntaxFault ? error : faultOf(error as Error);
    if (/^Not enough stack space/.test(fault.message)) throw nestedTooDeep();
    // The stripper does not tell the place of an end that came too early.
    throw fault.line === null && first ? new SyntaxFault(fault.message, first.line, first.column) : fault;
  }
}

/** Whether a `<` has a `>` before a call behind it, with no end of a statement between. One pass: as one pattern it took hours for half a megabyte of `<`. */
function mayHaveTypeArguments(code: string): boolean {
  let isOpen = false;
  for (const [sign] of code.matchAll(/[<;]|>\s*[(`]/g)) {
    if (sign.startsWith('>')) {
      if (isOpen) return true;
    } else isOpen = sign === '<';
  }
  return false;
}

/** Of the parser's errors; and of code that is nested deeper than the stack is, which has no place. */
function faultOf({ message, loc }: Error & { loc?: { line: number; column: number } }): SyntaxFault {
  return new SyntaxFault(message.replace(/ \(\d+:\d+\)$/, ''), loc?.line ?? null, loc ? loc.column + 1 : null);
}

function parsed(text: string): ParsedCode {
  const onComment: Comment[] = [];
  const program = parse(text, {
    ecmaVersion: 'latest',
    sourceType: 'module',
    allowAwaitOutsideFunction: true,
    allowReturnOutsideFunction: true,
    onComment,
  });
  return { text, program, comments: onComment };
}
