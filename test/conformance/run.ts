import { readCases } from './case-file.ts';
import { judge } from './judge.ts';
import { play } from './play.ts';
import { setStage } from './stage.ts';

/** `npm run conformance -- DIR [PART]`: runs every case in DIR (whose name has PART in it) through the command line. */
const [folder, part = ''] = process.argv.slice(2);
if (folder === undefined) {
  console.error('usage: npm run conformance -- DIR [PART OF A NAME]');
  process.exit(2);
}
const cases = readCases(folder).filter(({ name }) => name.includes(part));
let [passed, failed] = [0, 0];
const queue = [...cases];

async function work(): Promise<void> {
  for (let testCase = queue.shift(); testCase !== undefined; testCase = queue.shift()) {
    const faults = await faultsOf(testCase);
    if (faults.length === 0) passed++;
    else failed++;
    for (const fault of faults) console.log(`${testCase.name}: ${fault}`);
  }
}

async function faultsOf(testCase: (typeof cases)[number]): Promise<string[]> {
  try {
    const stage = setStage(testCase);
    try {
      return await judge(testCase, stage, await play(testCase, stage));
    } finally {
      stage.remove();
    }
  } catch (error) {
    return [`could not be run: ${(error as Error).stack ?? error}`];
  }
}

await Promise.all([work(), work()]);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
