import type { CellFailure } from '../../../../ports/sandbox.ts';
import type { SyntaxFault } from '../../../../source/syntax-fault.ts';
import { placesIn } from './cell-stack.ts';
import { shownValue } from './shown-value.ts';
import { wellFormed } from './well-formed.ts';

/** V8's words where it refuses more memory than there is, or than any value can have. */
const outOfMemory =
  /^(?:Array buffer allocation failed|Invalid string length|Invalid array buffer length|(?:Map|Set) maximum size exceeded)/;

/** What was thrown, as the port tells it. */
export function cellFailure(thrown: unknown): CellFailure {
  const { message, stack, kind } = told(thrown);
  const places = placesIn(stack);
  const first = /cell-\d+\.ts:(\d+):(\d+)/.exec(places);
  return {
    kind,
    message: wellFormed(message.slice(0, 8_000)),
    line: first ? Number(first[1]) : null,
    column: first ? Number(first[2]) : null,
    stack: wellFormed(places),
  };
}

/** Its members may be anything: a getter that throws, too. */
function told(thrown: unknown): { message: string; stack: string; kind: 'error' | 'memory' } {
  try {
    if (thrown instanceof Error) {
      const { name, message, stack } = thrown;
      const kind = thrown instanceof RangeError && outOfMemory.test(message) ? 'memory' : 'error';
      return { message: message === '' ? String(name) : `${name}: ${message}`, stack: String(stack), kind };
    }
  } catch {
    // Shown like any other value.
  }
  return { message: `Thrown: ${shownValue(thrown, 2_000)}`, stack: '', kind: 'error' };
}

export function syntaxFailure({ message, line, column }: SyntaxFault, file: string): CellFailure {
  const stack = line === null ? '' : `    at ${file}:${line}:${column ?? 1}`;
  return { kind: 'syntax', message: `SyntaxError: ${message}`, line, column, stack };
}
