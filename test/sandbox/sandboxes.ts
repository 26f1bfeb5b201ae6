import { afterAll, describe } from 'vitest';
import { processSandbox } from '../../src/adapters/sandbox/process/process-sandbox.ts';
import type { CellEnd, Sandbox, Session, SessionRequest } from '../../src/ports/sandbox.ts';
import { okValue } from '../../src/testing/ok-value.ts';

export const mebibyte = 1024 * 1024;

const kinds = {
  'inside bubblewrap': {},
  'weak, without bubblewrap': { weak: true, bubblewrap: null },
} as const;

/** The same tests on every way in which this machine can keep code in. */
export function onEverySandbox(tests: (open: (more?: Partial<SessionRequest>) => Promise<Session>, sandbox: Sandbox) => void): void {
  for (const [name, options] of Object.entries(kinds)) {
    describe(name, () => {
      const sandbox = processSandbox(options);
      afterAll(() => sandbox.close());
      const open = async (more: Partial<SessionRequest> = {}) =>
        okValue(
          await sandbox.open({ primitives: ['fs.read', 'clock.sleep', 'tool.call'], memoryBytes: 128 * mebibyte, packages: null, ...more }),
        );
      tests(open, sandbox);
    });
  }
}

/** What came of it: the result, or the kind of the failure with its message. */
export const outcomeOf = ({ outcome }: CellEnd): unknown =>
  outcome.ok ? outcome.result : { kind: outcome.failure.kind, message: outcome.failure.message };

export const kindOf = ({ outcome }: CellEnd): string => (outcome.ok ? 'ok' : outcome.failure.kind);
