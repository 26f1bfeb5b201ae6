import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { scratchFolder } from '../scratch.ts';
import { chances } from './chances.ts';
import { callsOf, type Death, killedUntilDone } from './killed-until-done.ts';
import { scenes } from './scenes.ts';
import { makeTemplate, setStage } from './stage.ts';
import { expectSameEnd, undisturbed } from './verdict.ts';

/** At so many of the calls of each scene it is killed, evenly spread; a number above them all means at every one. */
const each = Number(process.env.CRASH_CALLS ?? 10);

test.each(scenes)('killed between any two things that it does, a run ends as if nothing had been: $name', async (scene) => {
  const { seed, draw } = chances(scene.name);
  const folder = scratchFolder();
  const template = join(folder, 'template');
  makeTemplate(template);
  const stage = setStage(join(folder, 'whole'), template, scene);
  const calls = await callsOf(stage);
  const wanted = undisturbed(stage);
  expect(wanted.state.locks).toEqual([]);

  const spread = (among: string, count: number, wantedCount: number): Death[] => {
    const stride = Math.max(1, count / wantedCount);
    const first = 1 + draw() * (stride - 1);
    return Array.from({ length: Math.min(count, wantedCount) }, (_, at) => ({
      atCall: Math.floor(first + at * stride),
      among,
      withChildren: draw() < 0.3,
    }));
  };
  // Half of them while a command, a gate or an agent is at work: only there something is left half done that must be put back.
  const deaths = [...spread('while sh', calls.shells, Math.ceil(each / 2)), ...spread('', calls.all, Math.floor(each / 2))];
  let kills = 0;
  const locksLeft: string[] = [];
  for (const death of deaths) {
    // Every third run is killed a second time, while it is taken up again.
    const again: Death[] = draw() < 0.3 ? [{ atCall: 1 + Math.floor(draw() * calls.all), among: '', withChildren: false }] : [];
    const killed = await killedUntilDone(setStage(join(folder, 'killed'), template, scene), [death, ...again]);
    kills += killed.kills;
    locksLeft.push(...killed.locksLeft);
    const how = `seed ${seed}, ${killed.deaths.join('; ')}`;
    const kept = process.env.CRASH_KEEP;
    try {
      expectSameEnd({ ...stage, folder: join(folder, 'killed'), repo: join(folder, 'killed/repo') }, wanted, how);
    } catch (error) {
      if (kept !== undefined) cpSync(folder, kept, { recursive: true, verbatimSymlinks: true });
      throw error;
    }
  }
  console.log(`${scene.name}: ${kills} kills (${calls.all} calls, seed ${seed})`);
  for (const lock of locksLeft) console.log(`  left ${lock}`);
  // Where others slow it down it makes fewer calls: how often it looks for a word to cancel is up to the clock.
  expect(kills).toBeGreaterThanOrEqual(deaths.length / 2);
});
