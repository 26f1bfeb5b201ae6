import type { CommandEnd } from '../events/event-parts.ts';
import { durationText } from '../model/duration.ts';

/** How a command ended, in words: "exit code 4", "timed out after 1 s". */
export function endText(end: CommandEnd): string {
  switch (end.kind) {
    case 'exit':
      if (end.code === 126) return 'exit code 126 (found, but not executable)';
      if (end.code === 127) return 'exit code 127 (command not found)';
      return `exit code ${end.code}`;
    case 'signal':
      return `ended by signal ${end.signal}`;
    case 'timeout':
      return `timed out after ${durationText(end.timeoutMs)}`;
    case 'cancelled':
      return 'cancelled';
    case 'failed':
      return end.failure.message;
  }
}

/** The line that closes a command's output: "exit code: 0". */
export const endLine = (end: CommandEnd): string => (end.kind === 'exit' ? `exit code: ${end.code}` : endText(end));

/** Whether the shell could not run what it was asked to: such an exit is a mistake in the command, never its verdict. */
export const isNotRunnable = (end: CommandEnd): boolean => end.kind === 'exit' && (end.code === 126 || end.code === 127);

/**
 * Why a command step failed, in words; null where it did not. Any exit is fine unless `expect` says; 126, 127, death by a
 * signal and timeouts never satisfy an expected failure.
 */
export function commandError(end: CommandEnd, expect: 'success' | 'failure' | null): string | null {
  if (end.kind !== 'exit') return endText(end);
  switch (expect) {
    case null:
      return null;
    case 'success':
      return end.code === 0 ? null : `expected success, got ${endText(end)}`;
    case 'failure':
      if (end.code === 0) return 'expected failure, got exit code 0';
      return isNotRunnable(end) ? `expected failure, got ${endText(end)}, which is a mistake in the command` : null;
  }
}

export type GateVerdict = { readonly kind: 'kept' } | { readonly kind: 'undone' | 'error'; readonly reason: string };

/** What a gate's end means: 0 keeps, other exits undo, and what is no verdict (126, 127, signal, timeout) is an error. */
export function gateVerdict(end: CommandEnd): GateVerdict {
  if (end.kind !== 'exit' || isNotRunnable(end)) return { kind: 'error', reason: `gate ${endText(end)}` };
  return end.code === 0 ? { kind: 'kept' } : { kind: 'undone', reason: `gate ${endText(end)}` };
}
