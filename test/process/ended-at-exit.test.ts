import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { scratchFolder } from '../scratch.ts';

/** A process that starts a program, waits until it is at work, and exits in the middle of it. */
const exiting = `
  const { programs } = await import(process.argv[1]);
  const { existsSync } = await import('node:fs');
  const command = "trap 'touch termed; exit' TERM; touch ready; sleep 60 & wait";
  void programs().run({ argv: ['/bin/sh', '-c', command], cwd: process.cwd(), env: process.env, timeoutMs: 60_000 });
  setInterval(() => existsSync('ready') && process.exit(130), 5);
`;

test('a program at work when Pawl itself exits, a git say, gets TERM, so that it takes its locks away', async () => {
  const cwd = scratchFolder();
  const source = new URL('../../src/adapters/process/programs.ts', import.meta.url).href;
  const { status } = spawnSync(process.execPath, ['--input-type=module', '-e', exiting, source], { cwd, timeout: 20_000 });
  expect(status).toBe(130);
  await vi.waitUntil(() => existsSync(join(cwd, 'termed')), 10_000);
});
