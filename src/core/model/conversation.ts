import type { Json } from './json.ts';
/** What a model is told and says, in the terms that every provider has. */
export type ModelMessage =
  | { readonly role: 'user'; readonly text: string }
  | {
      readonly role: 'assistant';
      readonly text: string;
      readonly calls: readonly ToolCall[];
      /** What the provider wants back untouched (signed reasoning and the like), as its adapter gave it; null = nothing. */
      readonly opaque: Json | null;
    }
  /** Results of all calls of the message before, in their order. */
  | { readonly role: 'tool'; readonly results: readonly ToolResult[] };

export interface ToolCall {
  /** Unique in the conversation; the adapter makes one where the provider gave none or the same twice. */
  readonly id: string;
  /** As the model wrote it; may name no tool at all. */
  readonly name: string;
  /** The JSON text of the arguments as it came; may be cut or be no JSON. Never mended. */
  readonly arguments: string;
}

interface ToolResult {
  readonly id: string;
  readonly name: string;
  readonly text: string;
  readonly isError: boolean;
}
/** A tool as it is offered. `parameters` is a JSON Schema (2020-12) whose root has `type: object`. */
export interface ToolDeclaration {
  readonly name: string;
  readonly description: string;
  readonly parameters: Json;
}

/**
 * Why a model stopped. `length`: the output was cut at a limit. A refusal is a failure of kind `refused`, a stream that broke off one of kind
 * `incomplete`.
 */
export type Finish = 'stop' | 'calls' | 'length' | 'unknown';
