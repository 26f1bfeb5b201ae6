import type { Settles } from '../../../core/effects/declaration.ts';
import type { EffectClass } from '../../../core/model/effect-class.ts';

/** How a server is started, and what is known of its tools that it does not say itself. */
export interface McpServer {
  /** As code calls it below `ctx.mcp`. */
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  /** All of its environment. */
  readonly env: Readonly<Record<string, string>>;
  /** Absolute. */
  readonly cwd: string;
  /** The longest that a call may take. */
  readonly callMs: number;
  /** The longest that it may take until its tools are known. */
  readonly startMs: number;
  readonly tools: ReadonlyMap<string, ToolOverride>;
}

/** What a person says of a tool, in place of what its server says. Absent: as the server says. */
interface ToolOverride {
  readonly effect?: EffectClass;
  /** JSON Pointers into the object that the tool takes. */
  readonly identity?: readonly string[];
  readonly settles?: Exclude<Settles, 'probe'>;
}
