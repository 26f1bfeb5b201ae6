import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cleanEnv, endOf } from '../cli/pawl.ts';
import { scratchFolder } from '../scratch.ts';

const root = join(import.meta.dirname, '..', '..');

/** What each prints, a line each. */
const printed: Readonly<Record<string, readonly (string | RegExp)[]>> = {
  'answer-with-schema.ts': [
    '2 files, the largest is long.txt',
    "its code gave result: [ [ 'long.txt', 14 ], [ 'short.txt', 4 ] ]",
    /^run \w+: 3 calls of the model, \$0\.00$/,
  ],
  'own-primitive.ts': [
    'Ben owes 80.',
    "result: { rows: [ { customer: 'Ben', total: 80 } ], refused: 'ctx.db.query: only SELECT' }",
    /^\(\d+ ms\)$/,
    'replayed: equal, 2 calls, the database asked 0 times',
  ],
  'steer-an-act.ts': [
    'it asks: For whom is the summary?',
    'it says: I write it',
    /^it answers: Done\. You said last: write a summary/,
    'it answers: Done. You said last: Make it shorter.',
    'Stopped before it was finished: that is enough',
  ],
};

/** Node gives them the built package, as it does to whoever has installed it. */
const nodeWith = (env: Record<string, string>, ...argv: string[]) =>
  endOf(spawn(process.execPath, argv, { cwd: root, env: { ...cleanEnv(scratchFolder()), ...env }, stdio: ['ignore', 'pipe', 'pipe'] }));

test('every example is known to this test', () => {
  expect(
    readdirSync(join(root, 'examples'))
      .filter((name) => name.endsWith('.ts'))
      .sort(),
  ).toEqual(Object.keys(printed).sort());
});

test.each(Object.entries(printed))('examples/%s runs on the built package and prints what it should', async (name, lines) => {
  const { code, stdout, stderr } = await nodeWith({ TMPDIR: scratchFolder() }, join('examples', name));
  expect([code, stderr]).toEqual([0, '']);
  const told = stdout.trimEnd().split('\n');
  expect(told).toEqual(lines.map((line) => (typeof line === 'string' ? line : expect.stringMatching(line))));
});

test('the package exports these values and no others', async () => {
  const { stdout } = await nodeWith({}, '--input-type=module', '-e', "console.log(Object.keys(await import('pawl')).join(' '))");
  expect(stdout.trim().split(' ')).toEqual([
    'RunFailed',
    'act',
    'addCase',
    'addFunctions',
    'addGuidance',
    'checkedWorkflow',
    'definePrimitive',
    'deleteEntry',
    'exportSkills',
    'libraryHistory',
    'listLibrary',
    'openProjectLibrary',
    'removeCase',
    'replayAct',
    'restoreEntry',
    'resumeAct',
    'runWorkflow',
    'searchLibrary',
    'showEntry',
    'startWorkflow',
    'testCases',
    'undoChangeSet',
    'updateGuidance',
  ]);
});
