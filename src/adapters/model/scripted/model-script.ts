import type { Finish } from '../../../core/model/conversation.ts';
import type { Failure } from '../../../core/model/failure.ts';
import type { ModelRequest } from '../../../ports/model.ts';

/** What a scripted model says in one turn. */
export interface ScriptedTurn {
  readonly text?: string;
  readonly calls?: readonly ScriptedCall[];
  /** In place of a turn. */
  readonly fail?: Failure;
  /** It never answers: only an abort or the time ends the request. */
  readonly silent?: true;
  /** Default `calls` where there are some, else `stop`. */
  readonly finish?: Finish;
  /** Counts whether or not it fails; default nothing. */
  readonly usage?: {
    /** null = nobody knows the price. */
    readonly usd?: number | null;
    readonly inputTokens?: number;
    readonly cachedInputTokens?: number;
    readonly outputTokens?: number;
  };
}

export interface ScriptedCall {
  readonly name: string;
  /** As JSON, or as the very text that the model writes, be it broken. */
  readonly arguments: unknown;
  /** Default one that is made. */
  readonly id?: string;
}

/** Turns in their order, or a function of the request and its number (from 0). */
export type ModelScript = readonly ScriptedTurn[] | ((request: ModelRequest, number: number) => ScriptedTurn | undefined);
