import type { Command } from 'commander';
import type { Terminal } from '../terminal.ts';

/** One command below `pawl library`: a file of its own here, named in `commands/library.ts`. */
export interface LibraryCommand {
  register(library: Command, terminal: Terminal, done: (exitCode: number) => void): void;
}

/** For options that may be given again and again. */
export const collected = (value: string, before: readonly string[]): readonly string[] => [...before, value];
