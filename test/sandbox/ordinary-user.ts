/* Run by a test as a user without privileges: see `layers.test.ts`. */
import { processSandbox } from '../../src/adapters/sandbox/process/process-sandbox.ts';
import { answeredCell } from '../../src/testing/answered-cell.ts';

const sandbox = processSandbox();
const layers = await sandbox.layers();
const opened = await sandbox.open({ primitives: ['fs.read'], memoryBytes: 64 * 1024 * 1024, packages: null });
const outcome = opened.ok ? (await answeredCell(opened.value, 'await ctx.fs.read("x")')).outcome : opened;
await sandbox.close();
console.log(JSON.stringify({ uid: process.getuid?.(), layers, outcome }));
