import type { Command } from 'commander';
import type { Terminal } from '../terminal.ts';

/** One command below `pawl task`: a file of its own here, named in `commands/task.ts`. */
export interface TaskCommand {
  register(task: Command, terminal: Terminal, done: (exitCode: number) => void): void;
}
