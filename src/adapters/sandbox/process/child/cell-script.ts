import { Script } from 'node:vm';
import { SyntaxFault } from '../../../../source/syntax-fault.ts';
import { rememberColumns } from './cell-stack.ts';
import { define } from './global-names.ts';
import { runnableCell } from './source/runnable-cell.ts';

export interface CellScript {
  /** Declares its functions and starts it; the promise is of the last expression's value. */
  readonly start: () => Promise<unknown>;
  /** Has all that it declared and reached listed as variables. */
  readonly publish: () => void;
}

/** A cell, ready to run. Throws `SyntaxFault`. */
export function cellScript(code: string, file: string): CellScript {
  const { functions, body, hoisted, declared, columns } = runnableCell(code);
  rememberColumns(file, columns);
  const first = functions === null ? null : compiled(functions, file, 0);
  const rest = compiled(body, file, -1);
  return {
    start() {
      for (const name of hoisted) if (!Object.hasOwn(globalThis, name)) define(name, undefined);
      first?.runInThisContext();
      return (rest.runInThisContext() as () => Promise<unknown>)();
    },
    publish() {
      // `const URL = …` sets what was there before, and stays as it was: not enumerable.
      for (const name of declared) if (Object.hasOwn(globalThis, name)) Object.defineProperty(globalThis, name, { enumerable: true });
    },
  };
}

function compiled(text: string, file: string, lineOffset: number): Script {
  try {
    return new Script(text, { filename: file, lineOffset });
  } catch (error) {
    const { message, stack } = error as Error;
    const place = /^cell-\d+\.ts:(\d+)\n[^\n]*\n( *)\^/.exec(String(stack));
    throw new SyntaxFault(message, place ? Number(place[1]) : null, place ? (place[2] as string).length + 1 : null);
  }
}
