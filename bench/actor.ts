import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { programFile } from '../src/adapters/sandbox/process/program-file.ts';
import { printActorReport } from './actor-report.ts';
import { callCost } from './call-cost.ts';
import { scratchPlace } from './scratch-place.ts';
import { sessionStart } from './session-start.ts';
import { turnCosts } from './turn-cost.ts';

/** Measures acts beside what they cannot go below, in one run, interleaved. The model is a script, which takes no time. */
export async function actor(json: boolean): Promise<void> {
  const say = (words: string): void => {
    if (!json) console.error(`… ${words}`);
  };
  const startedMs = performance.now();
  const cwd = join(scratchPlace(), 'folder');
  mkdirSync(cwd);
  const weak = programFile('bwrap') === null;
  if (weak) say('without bubblewrap, which is not installed: starts cost less');
  say('starts of sessions, beside bare processes');
  const start = await sessionStart(weak, 15);
  say('calls of primitives, beside a pipe and a commit');
  const call = await callCost(cwd, weak, 5);
  say('turns');
  const turns = await turnCosts(cwd, weak, 40, 5);
  const report = { tookSeconds: (performance.now() - startedMs) / 1000, weak, start, call, turns };
  if (json) console.log(JSON.stringify(report));
  else printActorReport(report);
}
