import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { scratchFolder } from '../scratch.ts';
import { type AnthropicServer, anthropicServer, type ScriptedReply } from './anthropic-server.ts';

/** A place for one test: a server with its script, an empty workspace, and the environment that leads `claude` to both. */
export interface ClaudePlace {
  readonly server: AnthropicServer;
  readonly workspace: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Call it inside a test; everything goes when the test has finished. Replies that need paths are made from the workspace's. */
export async function claudePlace(
  replies: readonly ScriptedReply[] | ((workspace: string) => readonly ScriptedReply[]),
): Promise<ClaudePlace> {
  const folder = scratchFolder();
  const [home, workspace] = [join(folder, 'home'), join(folder, 'workspace')];
  for (const each of [home, workspace]) mkdirSync(each);
  const server = await anthropicServer(typeof replies === 'function' ? replies(workspace) : replies);
  onTestFinished(() => server.close());
  return { server, workspace, env: claudeEnv(server.url, home) };
}

/** With this environment `claude` talks to nobody but the server, and reads and writes no settings but below `home`. */
const claudeEnv = (serverUrl: string, home: string): Readonly<Record<string, string>> => ({
  PATH: process.env.PATH ?? '',
  HOME: home,
  ANTHROPIC_BASE_URL: serverUrl,
  ANTHROPIC_API_KEY: 'any',
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
  // Its ten tries with growing pauses would take minutes for each error.
  CLAUDE_CODE_MAX_RETRIES: '1',
});
