import { readFileSync } from 'node:fs';
import { programs } from '../../src/adapters/process/programs.ts';
import type { ShellOutcome, ShellRequest } from '../../src/ports/programs.ts';

const subject = programs();

/** Runs a shell command in a folder with a plain environment. */
export function shell(folder: string, command: string, more: Partial<ShellRequest> = {}): Promise<ShellOutcome> {
  const env = { PATH: process.env.PATH ?? '' };
  return subject.shell({ command, cwd: folder, env, timeoutMs: 30_000, signal: new AbortController().signal, scratch: folder, ...more });
}

/** The output's bytes, wherever they are. */
export const bytesOf = ({ output }: ShellOutcome): Buffer => ('file' in output ? readFileSync(output.file) : Buffer.from(output.bytes));

export const textOf = (outcome: ShellOutcome): string => bytesOf(outcome).toString();
