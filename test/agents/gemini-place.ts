import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { scratchFolder } from '../scratch.ts';
import { type GeminiReply, type GeminiServer, geminiServer } from './gemini-server.ts';

/** A place for one test: a server with its script, an empty workspace, and the environment that leads `gemini` to both. */
export interface GeminiPlace {
  readonly server: GeminiServer;
  readonly workspace: string;
  readonly env: Readonly<Record<string, string>>;
}

/**
 * Call it inside a test; everything goes when the test has finished. `relaunch`: whether it starts itself a second time for a
 * bigger heap, as it does for users; that is a third of a short call's time.
 */
export async function geminiPlace(replies: readonly GeminiReply[], relaunch = false): Promise<GeminiPlace> {
  const folder = scratchFolder();
  const [home, workspace] = [join(folder, 'home'), join(folder, 'workspace')];
  mkdirSync(join(home, '.gemini'), { recursive: true });
  mkdirSync(workspace);
  writeFileSync(join(home, '.gemini', 'settings.json'), JSON.stringify(settings));
  const server = await geminiServer(replies);
  onTestFinished(() => server.close());
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: home,
    // It leaves a report of each error there.
    TMPDIR: folder,
    GOOGLE_GEMINI_BASE_URL: server.url,
    GEMINI_API_KEY: 'any',
    GEMINI_CLI_TRUST_WORKSPACE: 'true',
    ...(relaunch ? {} : { GEMINI_CLI_NO_RELAUNCH: 'true' }),
  };
  return { server, workspace, env };
}

const settings = {
  security: { auth: { selectedType: 'gemini-api-key' } },
  privacy: { usageStatisticsEnabled: false },
  telemetry: { enabled: false },
  // Its ten tries with growing pauses would take minutes for each error.
  general: { enableAutoUpdate: false, enableAutoUpdateNotification: false, maxAttempts: 1 },
};
