import { openMcpServers } from '../../adapters/primitive/mcp/mcp-primitives.ts';
import { redactorOf } from '../../core/secrets/redactor.ts';
import type { Primitive } from '../../ports/primitive.ts';
import type { Secrets } from '../../ports/secrets.ts';
import type { ActPlace } from './act-place.ts';
import { configuredServers } from './mcp-servers.ts';

interface Services {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly runToken: string;
  readonly secrets: Secrets;
  readonly signal: AbortSignal;
}

/** The MCP servers of an act, which run until it is over. */
export interface ActMcp {
  readonly primitives: readonly Primitive[];
  readonly secrets: ReadonlyMap<string, string>;
  /** Servers and tools that are not to be had, in words without secrets. */
  readonly warnings: readonly string[];
  close(): Promise<void>;
}

/** Starts all that `pawl.yml` names. One that cannot be had is warned of: the act may well do without it. */
export async function actMcp({ root, configuration, programs }: ActPlace, services: Services): Promise<ActMcp> {
  if (configuration.mcp.size === 0) return { primitives: [], secrets: new Map(), warnings: [], close: async () => undefined };
  const configured = await configuredServers(configuration, { root, ...services });
  const { servers, primitives, close } = await openMcpServers(configured.servers, programs, services.signal);
  const failures = [...configured.failed, ...servers.flatMap(({ name, opened }) => (opened.ok ? [] : [{ name, failure: opened.failure }]))];
  const redactor = redactorOf(configured.secrets);
  const warnings = [
    ...failures.map(({ failure: { message, hint } }) => (hint === undefined ? message : `${message} (${hint})`)),
    ...servers.flatMap((server) => server.warnings),
  ];
  return { primitives, secrets: configured.secrets, warnings: warnings.map(redactor.words), close };
}
