import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { processSandbox } from '../../src/adapters/sandbox/process/process-sandbox.ts';
import { answeredCell } from '../../src/testing/answered-cell.ts';
import { okValue } from '../../src/testing/ok-value.ts';
import { scratchFolder } from '../scratch.ts';
import { outcomeOf } from './sandboxes.ts';

/** A sandbox whose process is taken over: in place of bubblewrap stands a program that says what it likes when a cell is to run. */
function takenOver(says: string): ReturnType<typeof processSandbox> {
  const program = join(scratchFolder(), 'bwrap');
  const script = `#!/bin/sh
    sleep 60 & echo '{"t":"ready"}' >&4; read -r line <&3; echo '{"t":"opened"}' >&4; read -r line <&3
    ${says}
    read -r line <&3`;
  writeFileSync(program, script);
  chmodSync(program, 0o755);
  return processSandbox({ bubblewrap: program, keepWarm: false });
}

test.each([
  ['what is no JSON', `echo 'nonsense' >&4`],
  ['what is no object', `echo '[1]' >&4; echo 'null' >&4`],
  ['an unknown frame', `echo '{"t":"constructor"}' >&4`],
  ['a frame that belongs elsewhere', `echo '{"t":"ready"}' >&4`],
  ['a call with a wrong number', `echo '{"t":"call","n":7,"primitive":"fs.read","args":[]}' >&4`],
  ['a call without arguments', `echo '{"t":"call","n":1,"primitive":"fs.read","args":{}}' >&4`],
  ['an end without an outcome', `echo '{"t":"end","outcome":{}}' >&4`],
  [
    'an end of an unknown kind',
    `echo '{"t":"end","outcome":{"ok":false,"failure":{"kind":"timeout","message":"","stack":"","line":null,"column":null}}}' >&4`,
  ],
  [
    'a value that is nested beyond measure',
    `{ printf '{"t":"call","n":1,"primitive":"x","args":'; head -c 5000 /dev/zero | tr '\\0' '['; head -c 5000 /dev/zero | tr '\\0' ']'; echo '}'; } >&4`,
  ],
  ['a line without an end', `head -c 60000000 /dev/zero | tr '\\0' x >&4`],
  ['nothing, and goes', `exit 3`],
])('a process that says %s loses its session, and nothing else happens', async (_what, says) => {
  const sandbox = takenOver(says);
  const session = okValue(await sandbox.open({ primitives: ['fs.read'], memoryBytes: 1 << 26, packages: null }));
  const { calls, ...end } = await answeredCell(session, '1');
  expect(calls).toEqual([]);
  expect(outcomeOf(end)).toMatchObject({ kind: 'ended' });
  await sandbox.close();
});

test('what it prints beyond the limit is counted here too', async () => {
  const sandbox = takenOver(`line='{"t":"out","to":"stdout","text":"'$(head -c 100000 /dev/zero | tr '\\0' x)'"}'
    for i in 1 2 3 4 5; do echo "$line" >&4; done; echo '{"t":"end","outcome":{"ok":true,"result":1,"shown":"1"}}' >&4`);
  const session = okValue(await sandbox.open({ primitives: [], memoryBytes: 1 << 26, packages: null }));
  const { stdout, cutBytes, outcome } = await answeredCell(session, '1');
  expect([stdout.length, cutBytes, outcome.ok]).toEqual([256 * 1024, 500_000 - 256 * 1024, true]);
  await sandbox.close();
});
