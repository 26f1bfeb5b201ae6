import { sealedReplayer } from '../src/adapters/replay/sealed/sealed-replayer.ts';
import { processSandbox } from '../src/adapters/sandbox/process/process-sandbox.ts';
import { recordedGates, textGate } from '../src/app/certifying/recorded-gates.ts';
import { runnableOf } from '../src/source/replay/runnable.ts';
import { readTasks } from './certify/certify-corpus.ts';
import { printSurroundings, printTable } from './tables.ts';

/** Holds labelled candidates against the gates: how many of the faulty are promoted, and of the harmless refused. */
export async function certify(json: boolean, folder: string): Promise<void> {
  const startedMs = performance.now();
  const sandbox = processSandbox();
  const replayer = sealedReplayer(sandbox);
  const rows: string[][] = [];
  for (const { name, task, variants } of readTasks(folder)) {
    const opened = await replayer.open(task);
    if (!opened.ok) throw new Error(opened.failure.message);
    let [faulty, promoted, harmless, refused] = [0, 0, 0, 0];
    for (const { code, isFaulty } of variants) {
      const text = textGate(code, task);
      const program = runnableOf(code);
      const recorded = program === null ? null : await recordedGates(program.text, task, opened.value);
      const isRefused = text.length > 0 || recorded === null || recorded.refusals.length > 0;
      if (isFaulty) [faulty, promoted] = [faulty + 1, promoted + (isRefused ? 0 : 1)];
      else [harmless, refused] = [harmless + 1, refused + (isRefused ? 1 : 0)];
    }
    await opened.value.close();
    rows.push([name, `${promoted} of ${faulty}`, `${refused} of ${harmless}`]);
  }
  await sandbox.close();
  if (json) console.log(JSON.stringify(rows));
  else {
    printSurroundings((performance.now() - startedMs) / 1000);
    printTable(['static rules and replay of 12 recorded runs', 'faulty promoted', 'harmless refused'], rows);
  }
}
