import type { CommandEnd } from '../../../src/core/events/event-parts.ts';
import type { FailureKind } from '../../../src/core/model/failure.ts';

/** What the world answers to one intent. */
export type Answer =
  | { readonly kind: 'reply'; readonly text: string; readonly spent: Spent; readonly writes: boolean }
  | {
      readonly kind: 'failure';
      readonly message: string;
      readonly failure: FailureKind;
      readonly hint?: string;
      readonly notBeforeMs?: number;
      readonly spent: Spent;
      readonly writes: boolean;
    }
  | { readonly kind: 'end'; readonly end: CommandEnd; readonly output: string; readonly writes: boolean }
  /** A snapshot, plan, commit or restore that cannot be done. */
  | { readonly kind: 'broken'; readonly message: string };

export interface Spent {
  readonly nanoUsd: number | null;
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
}

const nothing: Spent = { nanoUsd: 0, inputTokens: null, outputTokens: null };
const usd = (dollars: number): number => Math.round(dollars * 1e9);

interface Extra {
  readonly usd?: number | null;
  readonly tokens?: readonly [input: number | null, output: number | null];
  readonly writes?: boolean;
}

const spentOf = (extra: Extra): Spent => ({
  nanoUsd: extra.usd === undefined ? nothing.nanoUsd : extra.usd === null ? null : usd(extra.usd),
  inputTokens: extra.tokens?.[0] ?? null,
  outputTokens: extra.tokens?.[1] ?? null,
});

export const says = (text: string, extra: Extra = {}): Answer => ({
  kind: 'reply',
  text,
  spent: spentOf(extra),
  writes: extra.writes ?? true,
});

export const fails = (
  message: string,
  extra: Extra & { readonly failure?: FailureKind; readonly hint?: string; readonly notBeforeMs?: number } = {},
): Answer => ({
  kind: 'failure',
  message,
  failure: extra.failure ?? 'io',
  ...(extra.hint === undefined ? {} : { hint: extra.hint }),
  ...(extra.notBeforeMs === undefined ? {} : { notBeforeMs: extra.notBeforeMs }),
  spent: spentOf(extra),
  writes: extra.writes ?? true,
});

const ends = (end: CommandEnd, output = ''): Answer => ({ kind: 'end', end, output, writes: true });

export const exits = (code: number, output = ''): Answer => ends({ kind: 'exit', code }, output);
export const killedBy = (signal: string): Answer => ends({ kind: 'signal', signal });
export const timesOut = (timeoutMs: number): Answer => ends({ kind: 'timeout', timeoutMs });
export const isCancelled: Answer = ends({ kind: 'cancelled' });
export const cannotStart = (message: string): Answer => ends({ kind: 'failed', failure: { kind: 'io', message } });
export const breaks = (message: string): Answer => ({ kind: 'broken', message });

/** An end that changes nothing in the folder. */
export const quietly = (answer: Answer): Answer => (answer.kind === 'end' ? { ...answer, writes: false } : answer);
