import { sealedReplayer } from '../src/adapters/replay/sealed/sealed-replayer.ts';
import { processSandbox } from '../src/adapters/sandbox/process/process-sandbox.ts';
import type { Replayer, Replays } from '../src/ports/replayer.ts';
import { type CorpusTask, readTasks } from './certify/certify-corpus.ts';
import { printBy, printCosts, printGates } from './certify/certify-tables.ts';
import { type Held, held } from './certify/held.ts';
import { printSurroundings } from './tables.ts';

/**
 * Holds labelled candidates against the gates: how many of the faulty are promoted, and of the harmless refused, by how many questions
 * the agent is asked. Everything is drawn from fixed seeds, so the table is the same each time; times are not.
 */
export async function certify(json: boolean, folder: string): Promise<void> {
  const startedMs = performance.now();
  const sandbox = processSandbox();
  const replayer = sealedReplayer(sandbox);
  const tasks = readTasks(folder);
  const all: Held[] = [];
  for (const task of tasks) all.push(...(await heldOf(task, replayer)));
  await sandbox.close();
  const tookSeconds = (performance.now() - startedMs) / 1000;
  if (json) console.log(JSON.stringify({ tookSeconds, candidates: all }));
  else print(all, tasks.length, tookSeconds);
}

/** A session a candidate: what one leaves behind is no business of the next. The agent has one of its own. */
async function heldOf(task: CorpusTask, replayer: Replayer): Promise<readonly Held[]> {
  const found: Held[] = [];
  const agents = await opened(task, replayer);
  for (const labelled of task.variants) {
    const replays = await opened(task, replayer);
    found.push(await held(labelled, task, replays, agents));
    await replays.close();
    if (process.env['PAWL_BENCH_PROGRESS'] !== undefined) console.error(JSON.stringify(found.at(-1)));
  }
  await agents.close();
  return found;
}

async function opened({ task }: CorpusTask, replayer: Replayer): Promise<Replays> {
  const replays = await replayer.open(task);
  if (!replays.ok) throw new Error(replays.failure.message);
  return replays.value;
}

function print(all: readonly Held[], tasks: number, tookSeconds: number): void {
  printSurroundings(tookSeconds);
  console.log(`${tasks} functions, ${all.length} candidates. A gate sees candidate, schema, contract and recorded runs.\n`);
  for (const isDeclared of [true, false]) {
    printGates(all, isDeclared);
    printBy(all, isDeclared, 'class');
    printBy(all, isDeclared, 'function');
  }
  printCosts(all);
  console.log(
    [
      '\nWhat this does not show: the agent is the reference itself, so it makes no mistakes; a real one will, and each is a question that',
      'says nothing, or says something wrong. The faults were made by one author. Recordings are typical runs, made by the reference. A',
      'world is what recordings tell of the outside, and no more: what a real server would say to a call that was never made is a guess,',
      'the same for candidate and agent.',
    ].join('\n'),
  );
}
