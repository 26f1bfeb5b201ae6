import { stripTypeScriptTypes } from 'node:module';
import { isBroken, strippedApart } from './stripper-apart.ts';
import { SyntaxFault } from './syntax-fault.ts';

/** What the stripper needs of a Node that has not been pruned; it loads itself when it is first used. */
const needed = ['WebAssembly', 'TextDecoder', 'TextEncoder', 'Buffer', 'process', 'FinalizationRegistry'] as const;
const saved = needed.map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const);

/** The code with spaces for its types. Throws `SyntaxFault`, also where TypeScript is more than types, and where code is nested too deep. */
export function withoutTypes(code: string): string {
  // A process without rights, as that of a session, may have no threads: what breaks there is its own.
  if (!mayBreak(code) || 'permission' in process) return strippedHere(code);
  const stripped = strippedApart(code);
  if (stripped === null) throw nestedTooDeep();
  if (stripped.error !== null) throw faultOf(stripped.error);
  return stripped.text;
}

export const nestedTooDeep = (): SyntaxFault => new SyntaxFault('the code is nested too deep to be read', null, null);

function strippedHere(code: string): string {
  const now = needed.map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const);
  lay(saved);
  const { emitWarning } = process;
  try {
    // That it is experimental is for us to know, not for whoever runs an act.
    process.emitWarning = () => {};
    return stripTypeScriptTypes(code, { mode: 'strip' });
  } catch (error) {
    const { message, stack, code: why } = error as Error & { code?: string };
    throw faultOf({ message, stack: String(stack), code: String(why) });
  } finally {
    process.emitWarning = emitWarning;
    lay(now);
  }
}

function lay(all: readonly (readonly [string, PropertyDescriptor | undefined])[]): void {
  for (const [name, descriptor] of all) {
    if (descriptor) Object.defineProperty(globalThis, name, descriptor);
    else Reflect.deleteProperty(globalThis, name);
  }
}

/** Node tells the place in the stack alone: `:2`, the line itself with those before it, carets below. */
function faultOf(error: { readonly message: string; readonly stack: string; readonly code: string }): SyntaxFault {
  if (isBroken({ error })) return nestedTooDeep();
  const place = /^[^\n]*:(\d+)\n(?:[^\n]*\n)*?( *)\^+\n/.exec(error.stack);
  const line = place ? Number(place[1]) : null;
  const column = place ? (place[2] as string).length + 1 : null;
  if (error.code !== 'ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX') return new SyntaxFault(error.message, line, column);
  const what = error.message.replace(/ (?:is|are) not supported in strip-only mode\.?$/, '');
  return new SyntaxFault(
    `${what} is more than a type: it cannot be erased, so it is not run; write it as plain JavaScript (for an enum, a const object)`,
    line,
    column,
  );
}

/** Far below what breaks it: brackets in one another came 1500 deep, an `if` in an `if` 2000, most else 3000 to 8000. */
const mostBrackets = 400;
const mostSigns = 600;

/**
 * Whether code may be nested deeper than what strips types can take. It counts what can stand before more of its like, wherever it stands:
 * too much is a thread more and no mistake.
 */
function mayBreak(code: string): boolean {
  let [signs, depth, types] = [0, 0, 0];
  for (const [sign] of code.matchAll(nesting)) {
    if ('([{'.includes(sign)) depth += 1;
    else if (')]}'.includes(sign)) depth = Math.max(0, depth - 1);
    else if (sign === ';') types = 0;
    else if (sign === '>') types = Math.max(0, types - 1);
    else {
      signs += 1;
      if (sign === '<') types += 1;
    }
    if (signs > mostSigns || depth + types > mostBrackets) return true;
  }
  return false;
}

const nesting =
  /[([{<]|[)\]}]|=>|[>;?:=!~+*@-]|\b(?:if|else|for|while|do|with|typeof|void|delete|new|await|yield|async|keyof|readonly|unique|infer|extends|asserts|abstract|as|satisfies)\b/g;
