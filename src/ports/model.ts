import type { Usage } from '../core/events/event-parts.ts';
import type { Finish, ModelMessage, ToolCall, ToolDeclaration } from '../core/model/conversation.ts';
import type { Failure } from '../core/model/failure.ts';
import type { Json } from '../core/model/json.ts';
import type { BilledModel } from './prices.ts';

/** A model that is asked for one turn at a time; the loop is ours. Contract: `testing/model-contract.ts`. */
export interface Model {
  readonly name: string;
  /** What a person reads: "claude-opus-4 (Anthropic)", "scripted model (no model is asked)". */
  readonly label: string;
  /** Tokens that a request and its reply may have together. */
  readonly contextTokens: number;
  /** As `Runner.billing`. */
  readonly billing: BilledModel | 'reported' | null;
  start(request: ModelRequest): ModelTurning;
}

export interface ModelRequest {
  /** Static text first, so that caches hit. */
  readonly system: string;
  readonly messages: readonly ModelMessage[];
  readonly tools: readonly ToolDeclaration[];
  readonly toolChoice: 'auto' | 'required' | 'none';
  /** A JSON Schema that the text of the reply is to have; null = plain text. */
  readonly replySchema: Json | null;
  readonly maxOutputTokens: number | null;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

interface ModelTurning {
  /** Pieces of the text as they come, for people; not kept. */
  readonly activity: AsyncIterable<string>;
  /** Never rejects for what the provider does. */
  readonly answer: Promise<ModelAnswer>;
}

export interface ModelAnswer {
  readonly turn:
    | {
        readonly ok: true;
        readonly text: string;
        readonly calls: readonly ToolCall[];
        readonly finish: Finish;
        readonly opaque: Json | null;
      }
    | { readonly ok: false; readonly failure: Failure };
  /** Counts whether or not it failed. */
  readonly usage: Usage;
  readonly warnings: readonly string[];
}
