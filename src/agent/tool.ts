import type { LibraryEdit } from '../core/library/edits/library-edit.ts';
import type { ToolDeclaration } from '../core/model/conversation.ts';
import type { Json } from '../core/model/json.ts';
import type { PackageLock } from '../ports/packages.ts';

/** Something that the model can call in a turn. */
export interface Tool {
  readonly declaration: ToolDeclaration;
  /**
   * Carries out one call; its arguments meet the declaration. Never rejects for what the world does. One that was under way when the process ended is
   * carried out again with the same context, and has to see to it itself that nothing happens twice.
   */
  perform(given: Readonly<Record<string, Json>>, context: ToolContext): Promise<ToolEnd>;
}

export interface ToolContext {
  /** The operation number of the call. */
  readonly op: number;
  /** When it was asked for, milliseconds since 1970: the same when it is carried out again after a crash. */
  readonly requestedAtMs: number;
  readonly signal: AbortSignal;
}

export interface ToolEnd {
  /** What the model is shown. */
  readonly output: string;
  readonly isError: boolean;
  /** false where the tool itself failed. */
  readonly carriedOut: boolean;
  /** With `compress_context`: what the conversation goes on from. */
  readonly summary?: string;
  /** With `install_packages`: what sessions have from now on. */
  readonly installed?: PackageLock & { readonly packages: readonly string[] };
  /** With a librarian's tools: an edit that is carried out with all others in the end. */
  readonly staged?: LibraryEdit;
}

/** What a tool found out, or did. */
export const told = (output: string): ToolEnd => ({ output, isError: false, carriedOut: true });

/** Why a tool could not do what it was asked. */
export const toolFailed = (why: string): ToolEnd => ({ output: why, isError: true, carriedOut: false });
