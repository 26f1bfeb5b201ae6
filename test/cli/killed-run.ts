import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, vi } from 'vitest';
import { leftSleeping, sleepSeconds } from './left-running.ts';
import { endOf, printed, scripted, startPawl } from './pawl.ts';

/**
 * Starts a run whose one command does `first` and then sleeps, and kills its process, which nothing can hear, while it sleeps.
 * Gives the run's id. What the command started sleeps on.
 */
export async function killedRun(repo: string, first: string): Promise<string> {
  onTestFinished(() => {
    for (const pid of leftSleeping()) process.kill(pid, 'SIGKILL');
  });
  const asleep = join(dirname(repo), `asleep-${Math.random()}`);
  const workflow = `name: w\nsteps:\n  - { id: a, command: "${first}; touch '${asleep}'; exec sleep ${sleepSeconds}" }\n`;
  const child = startPawl(repo, [...scripted(repo, workflow), '--json']);
  const ended = endOf(child);
  const line = await printed(child, (text) => text.includes('"command.requested"'));
  await vi.waitUntil(() => existsSync(asleep) && leftSleeping().length > 0, 20_000);
  child.kill('SIGKILL');
  expect((await ended).code).toBe(null);
  return JSON.parse(line).run;
}
