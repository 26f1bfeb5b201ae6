import { cpSync, existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { DatabaseOptions } from '../../src/adapters/store/sqlite/open-database.ts';
import { openTasks } from '../../src/adapters/store/sqlite/tasks.ts';
import { memoryTasks } from '../../src/testing/memory-tasks.ts';
import { okValue } from '../../src/testing/ok-value.ts';
import { sampleOccurrence, sampleTask } from '../../src/testing/sample-tasks.ts';
import { tasksContract } from '../../src/testing/tasks-contract.ts';
import { scratchFolder } from '../scratch.ts';

const opened = async (folder: string, options: Partial<DatabaseOptions>) => {
  const tasks = okValue(await openTasks(folder, options));
  onTestFinished(() => tasks.close());
  return tasks;
};

describe('memory', () =>
  tasksContract({ test, expect }, async () => {
    const tasks = memoryTasks();
    return { mine: tasks, theirs: tasks };
  }));

describe.each([
  ['SQLite on a local disk', {}],
  ['SQLite on a network file system', { fileSystemType: 0x6969 }],
])('%s', (_, options) => {
  tasksContract({ test, expect }, async () => {
    const folder = join(scratchFolder(), '.pawl');
    return { mine: await opened(folder, options), theirs: await opened(folder, options) };
  });
});

test('reading where there are no tasks leaves no trace, and writing is refused', async () => {
  const folder = join(scratchFolder(), '.pawl');
  const tasks = await opened(folder, { readOnly: true });
  expect(okValue(await tasks.read())).toEqual({ tasks: [], open: [], over: [], revision: 0 });
  expect(await tasks.apply({ task: sampleTask('one'), create: [], cancel: [], atMs: 1 })).toMatchObject({
    ok: false,
    failure: { kind: 'refused' },
  });
  expect(existsSync(folder)).toBe(false);
});

test('the lock of an occurrence is gone when that is over', async () => {
  const folder = join(scratchFolder(), '.pawl');
  const tasks = await opened(folder, {});
  const applied = okValue(await tasks.apply({ task: sampleTask('one'), create: [sampleOccurrence('event:1')], cancel: [], atMs: 1 }));
  const run = (applied.applied && applied.created[0]?.run) as string;
  const claim = okValue(await tasks.claim(run, { run, pid: process.pid, host: '' }, 1));
  expect(readdirSync(join(folder, 'tasks-claims'))).toEqual([run]);
  await tasks.update(run, 1, { state: 'succeeded', note: null, atMs: 2 });
  await claim?.release();
  expect(readdirSync(join(folder, 'tasks-claims'))).toEqual([]);
  // That of an owner who was killed in between goes with the next who opens them; that of one that is open stays.
  const more = { task: sampleTask('one', { revision: 2 }), create: [sampleOccurrence('event:2')], cancel: [], atMs: 3 };
  const second = okValue(await tasks.apply(more));
  const open = (second.applied && second.created[0]?.run) as string;
  const held = okValue(await tasks.claim(open, { run: open, pid: process.pid, host: '' }, 4));
  await held?.release();
  cpSync(join(folder, 'tasks-claims', open), join(folder, 'tasks-claims', run), { recursive: true });
  await opened(folder, {});
  expect(readdirSync(join(folder, 'tasks-claims'))).toEqual([open]);
});
