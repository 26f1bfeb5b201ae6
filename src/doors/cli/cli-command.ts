import type { Command } from 'commander';
import type { Terminal } from './terminal.ts';

/** One command of the command line: a file of its own in commands/, named in commands/index.ts. */
export interface CliCommand {
  /** Declares it on the program: arguments, options, help with examples. `done` is given the exit code of its action. */
  register(program: Command, terminal: Terminal, done: (exitCode: number) => void): void;
}

/** The text below a command's help: a heading and its examples, one a line. */
export const examples = (lines: readonly string[]): string => `\nExamples:\n${lines.map((line) => `  ${line}`).join('\n')}\n`;
