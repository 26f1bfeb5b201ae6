import { stripTypeScriptTypes } from 'node:module';
import { SyntaxFault } from './syntax-fault.ts';

/** What the stripper needs of a Node that has not been pruned; it loads itself when it is first used. */
const needed = ['WebAssembly', 'TextDecoder', 'TextEncoder', 'Buffer', 'process', 'FinalizationRegistry'] as const;
const saved = needed.map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const);

/** The code with spaces for its types. Throws `SyntaxFault`, also where TypeScript is more than types. */
export function withoutTypes(code: string): string {
  const now = needed.map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const);
  lay(saved);
  const { emitWarning } = process;
  try {
    // That it is experimental is for us to know, not for whoever runs an act.
    process.emitWarning = () => {};
    return stripTypeScriptTypes(code, { mode: 'strip' });
  } catch (error) {
    throw faultOf(error as Error & { code?: string });
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
function faultOf(error: Error & { code?: string }): SyntaxFault {
  const place = /^[^\n]*:(\d+)\n(?:[^\n]*\n)*?( *)\^+\n/.exec(String(error.stack));
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
