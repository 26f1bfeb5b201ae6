import { expect, test } from 'vitest';
import { commandError, endLine, endText, gateVerdict, isNotRunnable } from '../../../src/core/engine/command-end.ts';
import type { CommandEnd } from '../../../src/core/events/event-parts.ts';

const exit = (code: number): CommandEnd => ({ kind: 'exit', code });
const signal: CommandEnd = { kind: 'signal', signal: 'SIGKILL' };
const timeout: CommandEnd = { kind: 'timeout', timeoutMs: 90_000 };
const cancelled: CommandEnd = { kind: 'cancelled' };
const failed: CommandEnd = { kind: 'failed', failure: { kind: 'io', message: 'sh cannot be started' } };

test.each([
  [exit(0), 'exit code 0', 'exit code: 0'],
  [exit(1), 'exit code 1', 'exit code: 1'],
  [exit(125), 'exit code 125', 'exit code: 125'],
  [exit(126), 'exit code 126 (found, but not executable)', 'exit code: 126'],
  [exit(127), 'exit code 127 (command not found)', 'exit code: 127'],
  [exit(128), 'exit code 128', 'exit code: 128'],
  [signal, 'ended by signal SIGKILL', 'ended by signal SIGKILL'],
  [timeout, 'timed out after 1 min 30 s', 'timed out after 1 min 30 s'],
  [cancelled, 'cancelled', 'cancelled'],
  [failed, 'sh cannot be started', 'sh cannot be started'],
])('%j reads "%s", and closes an output with "%s"', (end, words, line) => {
  expect(endText(end)).toBe(words);
  expect(endLine(end)).toBe(line);
});

test.each([
  [exit(0), null, null, 'expected failure, got exit code 0'],
  [exit(1), null, 'expected success, got exit code 1', null],
  [exit(126), null, expect.stringContaining('expected success'), expect.stringContaining('a mistake in the command')],
  [exit(127), null, expect.stringContaining('expected success'), expect.stringContaining('a mistake in the command')],
  [signal, endText(signal), endText(signal), endText(signal)],
  [timeout, endText(timeout), endText(timeout), endText(timeout)],
  [cancelled, 'cancelled', 'cancelled', 'cancelled'],
  [failed, 'sh cannot be started', 'sh cannot be started', 'sh cannot be started'],
])('%j is a failure of a step that expects nothing: %j, success: %j, failure: %j', (end, nothing, success, failure) => {
  expect(commandError(end, null)).toEqual(nothing);
  expect(commandError(end, 'success')).toEqual(success);
  expect(commandError(end, 'failure')).toEqual(failure);
});

test.each([
  [exit(0), 'kept'],
  [exit(1), 'undone'],
  [exit(125), 'undone'],
  [exit(126), 'error'],
  [exit(127), 'error'],
  [exit(128), 'undone'],
  [exit(255), 'undone'],
  [signal, 'error'],
  [timeout, 'error'],
  [cancelled, 'error'],
  [failed, 'error'],
])('a gate that ends with %j: %s', (end, kind) => {
  expect(gateVerdict(end)).toEqual(kind === 'kept' ? { kind } : { kind, reason: `gate ${endText(end)}` });
});

test('only an exit of 126 or 127 says that the shell could not run what it was asked to', () => {
  const ends = [exit(0), exit(125), exit(126), exit(127), exit(128), signal, timeout, cancelled, failed];
  expect(ends.filter(isNotRunnable)).toEqual([exit(126), exit(127)]);
});
