import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { scratchFolder } from '../scratch.ts';
import { agentsFolder } from './agent-install.ts';
import { type ResponsesReply, type ResponsesServer, responsesServer } from './responses-server.ts';

/** A place for one test: a server with its script, an empty workspace, and the environment that leads `codex` to both. */
export interface CodexPlace {
  readonly server: ResponsesServer;
  readonly workspace: string;
  /** A folder that the sandbox does not let it write to. */
  readonly home: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Call it inside a test; everything goes when the test has finished. */
export async function codexPlace(replies: readonly ResponsesReply[]): Promise<CodexPlace> {
  const server = await responsesServer(replies);
  onTestFinished(() => server.close());
  // Under the folder for temporary files it makes no programs of its own, without which there is no sandbox.
  const homes = join(agentsFolder(), 'homes');
  mkdirSync(homes, { recursive: true });
  const home = mkdtempSync(join(homes, 'codex-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true, maxRetries: 3 }));
  writeFileSync(join(home, 'config.toml'), configuration(server.url));
  const env = { PATH: process.env.PATH ?? '', HOME: home, CODEX_HOME: home, SCRIPTED_KEY: 'any' };
  return { server, workspace: scratchFolder(), home, env };
}

/** Without it each error would be asked for again four or five times, with growing pauses. */
const retries = 'request_max_retries = 0\nstream_max_retries = 0\n';

/** gpt-5.5 is the model that takes tools in the protocol's own form; newer ones write programs that call them. */
const configuration = (url: string): string => `model = "gpt-5.5"
model_provider = "scripted"
[model_providers.scripted]
name = "scripted"
base_url = "${url}/v1"
wire_api = "responses"
env_key = "SCRIPTED_KEY"
${retries}`;
