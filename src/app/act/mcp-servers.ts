import { join, resolve } from 'node:path';
import type { McpServer } from '../../adapters/primitive/mcp/mcp-server.ts';
import type { Configuration, McpServerSettings } from '../../core/configuration/configuration.ts';
import type { Failure } from '../../core/model/failure.ts';
import { fail, ok, type Result } from '../../core/model/result.ts';
import type { Secrets } from '../../ports/secrets.ts';
import { serverEnvironment } from '../surroundings/server-environment.ts';

/** A program that fetches itself first (`npx`) takes as long as that. */
const startMs = 60_000;

const callMs = 5 * 60_000;

interface Surroundings {
  /** The folder of `pawl.yml`. */
  readonly root: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly runToken: string;
  readonly secrets: Secrets;
}

/** The servers that `pawl.yml` names, ready to be started. */
export interface ConfiguredServers {
  readonly servers: readonly McpServer[];
  /** Those of which a secret cannot be read, with why. */
  readonly failed: readonly { readonly name: string; readonly failure: Failure }[];
  /** The values of their secrets by name: these stand nowhere. */
  readonly secrets: ReadonlyMap<string, string>;
}

/** Reads the secrets of servers; one that lacks some is left out, and takes nothing from the others. */
export async function configuredServers(
  { mcp }: Configuration,
  { root, env, runToken, secrets }: Surroundings,
): Promise<ConfiguredServers> {
  const values = new Map<string, string>();
  const servers: McpServer[] = [];
  const failed: { name: string; failure: Failure }[] = [];
  for (const [name, settings] of mcp) {
    const read = await valuesOf(name, settings.secrets, secrets);
    if (!read.ok) {
      failed.push({ name, failure: read.failure });
      continue;
    }
    for (const [secret, value] of read.value) values.set(secret, value);
    servers.push({
      name,
      command: settings.command,
      args: settings.args,
      env: { ...serverEnvironment(env), ...Object.fromEntries([...settings.env, ...read.value]), PAWL_RUN_TOKEN: runToken },
      cwd: folderOf(settings, root, env.HOME),
      callMs: settings.timeoutMs ?? callMs,
      startMs,
      tools: settings.tools,
    });
  }
  return { servers, failed, secrets: values };
}

async function valuesOf(server: string, names: readonly string[], secrets: Secrets): Promise<Result<ReadonlyMap<string, string>, Failure>> {
  const values = new Map<string, string>();
  for (const name of names) {
    const value = await secrets.read(name);
    if (!value.ok)
      return fail({
        ...value.failure,
        message: `the MCP server "${server}" was not started, as its secret ${name} is not to be had: ${value.failure.message}`,
      });
    values.set(name, value.value);
  }
  return ok(values);
}

const folderOf = ({ cwd }: McpServerSettings, root: string, home: string | undefined): string =>
  cwd?.startsWith('~/') && home ? join(home, cwd.slice(2)) : resolve(root, cwd ?? '.');
