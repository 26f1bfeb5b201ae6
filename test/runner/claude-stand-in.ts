import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { programs } from '../../src/adapters/process/programs.ts';
import { type ClaudeOptions, claudeRunner } from '../../src/adapters/runner/claude/claude-runner.ts';
import type { Call } from '../../src/ports/runner.ts';
import { answerOf, callIn, plainEnv } from './call.ts';

/** What the stand-in program does, step by step; see claude-stand-in.mjs. */
export type Play = readonly Readonly<Record<string, unknown>>[];

export const standInPath = fileURLToPath(new URL('./claude-stand-in.mjs', import.meta.url));

/** Events as the program prints them, one a line. */
export const lines = (...events: readonly unknown[]): string => events.map((event) => `${JSON.stringify(event)}\n`).join('');

/** A result as the real program prints one, with other fields where the test says so. */
export const result = (more: Readonly<Record<string, unknown>> = {}): Readonly<Record<string, unknown>> => ({
  type: 'result',
  subtype: 'success',
  is_error: false,
  stop_reason: 'end_turn',
  terminal_reason: 'completed',
  num_turns: 1,
  result: 'done',
  total_cost_usd: 0.25,
  usage: { input_tokens: 10, cache_creation_input_tokens: 3, cache_read_input_tokens: 7, output_tokens: 5 },
  ...more,
});

/** Calls the claude runner on a program that prints this and never ends: shell text, as it has to be faster than a short time limit. */
export async function hanging(folder: string, out: string, more: { call?: Partial<Call>; options?: Partial<ClaudeOptions> } = {}) {
  writeFileSync(join(folder, 'out'), out);
  const path = join(folder, 'claude');
  writeFileSync(path, '#!/bin/sh\ncat out\nexec sleep 600\n', { mode: 0o755 });
  return answerOf(claudeRunner({ programs: programs(), path, ...more.options }), callIn(folder, more.call));
}

/** Calls the claude runner on a program that plays these steps. */
export async function played(folder: string, play: Play, more: { call?: Partial<Call>; options?: Partial<ClaudeOptions> } = {}) {
  const file = join(folder, 'play.json');
  writeFileSync(file, JSON.stringify(play));
  const runner = claudeRunner({ programs: programs(), path: standInPath, ...more.options });
  const answer = await answerOf(runner, callIn(folder, { env: { ...plainEnv, STAND_IN: file }, ...more.call }));
  return { ...answer, called: () => JSON.parse(readFileSync(`${file}.called`, 'utf8')) as { args: string[]; stdin: string; cwd: string } };
}
