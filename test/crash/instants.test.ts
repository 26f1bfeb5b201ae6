import { join } from 'node:path';
import { expect, test } from 'vitest';
import { scratchFolder } from '../scratch.ts';
import { chances } from './chances.ts';
import { callsOf, killedUntilDone } from './killed-until-done.ts';
import { type CrashScene, scenes } from './scenes.ts';
import { makeTemplate, setStage } from './stage.ts';
import { expectSameEnd, type Undisturbed, undisturbed } from './verdict.ts';

const killsWanted = Number(process.env.CRASH_KILLS ?? 120);
const inARow = 5;

test('killed at any instant, several times in a row and while it is taken up again, a run ends as if nothing had been', async () => {
  const { seed, draw } = chances('instants');
  const folder = scratchFolder();
  const template = join(folder, 'template');
  makeTemplate(template);
  const known: { readonly scene: CrashScene; readonly tookMs: number; readonly wanted: Undisturbed }[] = [];
  for (const scene of scenes) {
    const stage = setStage(join(folder, scene.name), template, scene);
    const startedMs = performance.now();
    await callsOf(stage);
    known.push({ scene, tookMs: performance.now() - startedMs, wanted: undisturbed(stage) });
  }
  let [kills, runs] = [0, 0];
  const locksLeft: string[] = [];
  while (kills < killsWanted) {
    const { scene, tookMs, wanted } = known[runs++ % known.length] as (typeof known)[number];
    // The first part of it is only the start of Node.
    const deaths = Array.from({ length: inARow }, () => ({ afterMs: Math.round(tookMs * (0.1 + 0.7 * draw())) }));
    const stage = setStage(join(folder, 'killed'), template, scene);
    const killed = await killedUntilDone(stage, deaths);
    kills += killed.kills;
    locksLeft.push(...killed.locksLeft);
    expectSameEnd(stage, wanted, `seed ${seed}, ${scene.name}: ${killed.deaths.join('; ')}`);
  }
  expect(kills).toBeGreaterThanOrEqual(killsWanted);
  console.log(`${kills} kills in ${runs} runs at random instants (seed ${seed})${locksLeft.map((lock) => `\n  left ${lock}`).join('')}`);
});
