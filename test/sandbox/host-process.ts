/* Run by a test, as a process that has sessions open when it ends, however it ends: see `leftovers.test.ts`. */
import { processSandbox } from '../../src/adapters/sandbox/process/process-sandbox.ts';
import { descendants } from './process-memory.ts';

const [, , how, kind] = process.argv;
const sandbox = processSandbox(kind === 'weak' ? { weak: true, bubblewrap: null } : {});
const request = { primitives: [], memoryBytes: 64 * 1024 * 1024, packages: null };
const [idle, busy] = [await sandbox.open(request), await sandbox.open(request)];
if (!idle.ok || !busy.ok) throw new Error('a session could not be opened');
const cell = { mode: 'keep', nowMs: 0, seed: '', timeoutMs: 600_000, signal: new AbortController().signal } as const;
await idle.value.run({ ...cell, code: '1' }).end;
void busy.value.run({ ...cell, code: 'console.log("on"); for (;;);' }).end;
// Two sessions and the one that is kept warm.
const wanted = 3;
while (descendants(process.pid).length < wanted) await new Promise((resolve) => setTimeout(resolve, 20));
console.log(JSON.stringify(descendants(process.pid).map(({ pid }) => pid)));
if (how === 'exit') process.exit(0);
if (how === 'throw') throw new Error('on purpose');
