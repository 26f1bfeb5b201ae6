/* Run by a test: a process that is killed while a session opens. Arguments: the moment in milliseconds, a folder of packages. */
import { processSandbox } from '../../src/adapters/sandbox/process/process-sandbox.ts';

const [, , afterMs, packages] = process.argv;
setTimeout(() => process.kill(process.pid, 'SIGKILL'), Number(afterMs));
await processSandbox().open({ primitives: [], memoryBytes: 64 * 1024 * 1024, packages: packages as string });
await new Promise(() => setInterval(() => {}, 1000));
