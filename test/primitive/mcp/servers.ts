import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { type OpenedServers, openMcpServers } from '../../../src/adapters/primitive/mcp/mcp-primitives.ts';
import type { McpServer } from '../../../src/adapters/primitive/mcp/mcp-server.ts';
import { programs } from '../../../src/adapters/process/programs.ts';
import type { Json } from '../../../src/core/model/json.ts';
import type { PrimitiveContext } from '../../../src/ports/primitive.ts';
import { asked } from '../asked.ts';

/** The program of a server that npm has installed here. */
export function installed(name: 'filesystem' | 'everything'): string {
  const at = createRequire(import.meta.url).resolve(`@modelcontextprotocol/server-${name}/package.json`);
  const { bin } = JSON.parse(readFileSync(at, 'utf8')) as { bin: Record<string, string> };
  return join(dirname(at), Object.values(bin)[0] as string);
}

export const plain = fileURLToPath(new URL('plain-server.mjs', import.meta.url));

/** What `plain-server.mjs` is told to be. */
export interface Badness {
  readonly tools?: readonly unknown[];
  readonly mode?: string;
  readonly before?: readonly string[];
  readonly pages?: number;
  readonly file?: string;
  readonly version?: string;
}

/** A server as it is configured. `more.args` come behind its own. */
export const plainServer = (badness: Badness, { args = [], ...more }: Partial<McpServer> = {}): McpServer => ({
  name: 's',
  command: process.execPath,
  args: [plain, JSON.stringify(badness), ...args],
  env: { PATH: process.env.PATH ?? '' },
  cwd: '/',
  callMs: 20_000,
  startMs: 20_000,
  tools: new Map(),
  ...more,
});

export const anyObject = { type: 'object' };

/** A tool of each of these names, that says it only reads. */
export const reading = (...names: string[]) => names.map((name) => ({ name, inputSchema: anyObject, annotations: { readOnlyHint: true } }));

export interface Opened {
  readonly opened: OpenedServers;
  /** Calls a tool of the first server by its name; as `asked`. */
  readonly call: (tool: string, given?: Json, more?: Partial<PrimitiveContext>) => Promise<Json>;
  readonly warnings: readonly string[];
  /** Why the first one is not to be had; null where it is. */
  readonly failure: string | null;
}

/** Starts servers, which are ended with the test. */
export async function opened(servers: readonly McpServer[], signal = new AbortController().signal): Promise<Opened> {
  const open = await openMcpServers(servers, programs(), signal);
  onTestFinished(() => open.close());
  const [first] = open.servers;
  return {
    opened: open,
    call: (tool, given = {}, more = {}) => asked(open.primitives, more)(`mcp.${servers[0]?.name}.${tool}`, given),
    warnings: open.servers.flatMap(({ warnings }) => warnings),
    failure: first === undefined || first.opened.ok ? null : `${first.opened.failure.kind}: ${first.opened.failure.message}`,
  };
}

export const isAlive = (pid: number): boolean => {
  try {
    // A zombie that nobody reaps answers signal 0 for ever.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
};
