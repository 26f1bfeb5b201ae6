import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { fenced } from '../../src/adapters/sandbox/process/fenced-command.ts';
import { programFile } from '../../src/adapters/sandbox/process/program-file.ts';

test('what moved into a session of its own dies with the fence too', async () => {
  // The permissions, which would not let it start anything, are left out: here the fence alone is tried.
  const script = `
    const { spawn } = require('node:child_process');
    const child = spawn(process.execPath, ['-e', 'setTimeout(() => console.log("late"), 600_000)'], { detached: true, stdio: 'inherit' });
    child.on('spawn', () => console.log('started'));
    setInterval(() => {}, 1000);`;
  const command = await fenced(programFile('bwrap') as string, { program: process.execPath, args: ['-e', script], fenced: false }, []);
  const child = spawn(command.program, command.args, { detached: true, env: {}, stdio: ['ignore', 'pipe', 'inherit'] });
  const [said] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string];
  expect(said).toBe('started\n');
  process.kill(-(child.pid as number), 'SIGKILL');
  // The pipe ends when the last process that holds it has gone: the descendant holds it for ten minutes.
  await once(child.stdout, 'end');
});
