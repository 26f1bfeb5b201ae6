import type { Failure } from '../../../core/model/failure.ts';
import { fail, type Result } from '../../../core/model/result.ts';
import { listed, quoted } from '../../../core/model/shown-text.ts';
import { nearest } from '../../../core/workflow/diagnoses/nearest.ts';
import type { Primitive } from '../../../ports/primitive.ts';
import type { Programs } from '../../../ports/programs.ts';
import { listedTools } from './listed-tools.ts';
import { LiveServer } from './live-server.ts';
import type { McpServer } from './mcp-server.ts';
import { toolPrimitive } from './tool-primitive.ts';

/** A server that was started, or why it could not be. */
export interface OpenedServer {
  readonly name: string;
  /** As it names itself, and how many of its tools can be called. */
  readonly opened: Result<{ readonly title: string; readonly tools: number }, Failure>;
  /** What is not as it should be, each a sentence. */
  readonly warnings: readonly string[];
}

/** Servers that run, and what code can call of them. */
export interface OpenedServers {
  readonly servers: readonly OpenedServer[];
  /** `mcp.<server>.<tool>` each. */
  readonly primitives: readonly Primitive[];
  /** Ends them all, and whatever they have started. */
  close(): Promise<void>;
}

/**
 * Starts servers, all at once, and lists their tools. One that cannot be had, and a tool that cannot be called, take nothing from the others.
 * A server that ends later is started again by the next call of it.
 */
export async function openMcpServers(servers: readonly McpServer[], programs: Programs, signal: AbortSignal): Promise<OpenedServers> {
  const live = servers.map((server) => new LiveServer(server, programs));
  const close = async (): Promise<void> => {
    await Promise.all(live.map((each) => each.close()));
  };
  const stopped = (): void => void close();
  signal.addEventListener('abort', stopped, { once: true });
  const opened = await Promise.all(live.map((each) => openOne(each, signal)));
  signal.removeEventListener('abort', stopped);
  return { servers: opened.map(({ server }) => server), primitives: opened.flatMap(({ primitives }) => primitives), close };
}

async function openOne(live: LiveServer, signal: AbortSignal): Promise<{ server: OpenedServer; primitives: readonly Primitive[] }> {
  const { name, startMs, tools } = live.server;
  const failed = (failure: Failure) => ({ server: { name, opened: fail(failure), warnings: [] }, primitives: [] });
  const connection = await live.connection();
  if (!connection.ok) return failed(connection.failure);
  const given = await listedTools(connection.value, { timeoutMs: startMs, signal });
  if (!given.ok) {
    await live.close();
    return failed(given.failure);
  }
  const warnings: string[] = [];
  const primitives = new Map<string, Primitive>();
  for (const each of given.value.tools) {
    const read = toolPrimitive(live, each);
    const drop = (why: string) => warnings.push(`the tool ${read.tool} of the MCP server "${name}" is left out: ${why}`);
    if (!read.ok) drop(read.why);
    else if (primitives.has(read.primitive.name)) drop('there is one of this name before it');
    else {
      primitives.set(read.primitive.name, read.primitive);
      if (read.notice !== null) warnings.push(`the tool ${read.tool} of the MCP server "${name}": ${read.notice}`);
    }
  }
  if (given.value.isCut)
    warnings.push(`the MCP server "${name}" lists tools without an end; those behind page ${given.value.pages} are left out`);
  const known = [...primitives.keys()].map((each) => each.slice(`mcp.${name}.`.length));
  for (const tool of tools.keys()) if (!known.includes(tool)) warnings.push(unknownTool(name, tool, known));
  const { noise } = connection.value;
  if (noise !== '') warnings.push(`the MCP server "${name}" printed ${noise}: passed over`);
  const { title } = connection.value;
  return {
    server: { name, opened: { ok: true, value: { title, tools: primitives.size } }, warnings },
    primitives: [...primitives.values()],
  };
}

function unknownTool(server: string, tool: string, known: readonly string[]): string {
  const near = nearest(tool, known);
  const hint = near === null ? `it has ${known.length === 0 ? 'none' : listed(known)}` : `did you mean ${quoted(near)}?`;
  return `pawl.yml names the tool ${quoted(tool)}, which the MCP server "${server}" does not have; ${hint}`;
}
