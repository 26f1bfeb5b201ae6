import { type Bound, bubblewrapArguments } from './bubblewrap-arguments.ts';
import { nodeLibraries } from './node-libraries.ts';
import type { WorkerCommand } from './worker.ts';

/** A command of Node inside bubblewrap, which shows it Node, its libraries and what is bound. */
export async function fenced(bubblewrap: string, { program, args }: WorkerCommand, bound: readonly Bound[]): Promise<WorkerCommand> {
  const needed = [process.execPath, ...(await nodeLibraries())].map((path) => ({ path, real: path }));
  return { program: bubblewrap, args: [...bubblewrapArguments([...needed, ...bound]), program, ...args], fenced: true };
}
