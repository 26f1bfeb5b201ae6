import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { lastNumber } from '../../src/core/engine/findings.ts';
import { parseWorkflow } from '../../src/core/workflow/parse-workflow.ts';
import { cleanEnv } from '../cli/pawl.ts';
import { scratchFolder } from '../scratch.ts';
import { builtInText } from './scenario.ts';

const { workflow } = parseWorkflow(builtInText('self-improve'));
const stepOf = (id: string) => workflow?.steps.find((step) => step.id === id);

/** What the step `ready` says of a command that printed this and exited with 1. */
function ready(printed: string): string {
  const step = stepOf('ready');
  if (step?.kind !== 'command') throw new Error('there is no command ready');
  const cwd = scratchFolder();
  const file = join(cwd, 'baseline');
  writeFileSync(file, `${printed}\nexit code: 1`);
  const env = { ...cleanEnv(cwd), PAWL_INPUT: 'x', PAWL_OUT_BASELINE_FILE: file };
  return spawnSync('sh', ['-c', step.command], { cwd, env }).stdout.toString().trim();
}

/** What the engine finds where the gate of a measured loop ran a command that printed this and exited so. */
function measured(printed: string, code: number, step: 'raise' | 'reduce' = 'reduce'): number | null {
  const prompt = stepOf(step);
  const gate = prompt?.kind === 'prompt' ? prompt.loop?.gate : null;
  if (!gate) throw new Error(`${step} has no gate`);
  const cwd = scratchFolder();
  writeFileSync(join(cwd, 'text'), printed, 'latin1');
  const env = { ...cleanEnv(cwd), PAWL_INPUT: `cat text; exit ${code}`, PAWL_VALUES_DIR: cwd };
  const ran = spawnSync('sh', ['-c', gate.command], { cwd, env });
  expect(ran.status).toBe(code);
  return lastNumber(ran.stdout.toString() + ran.stderr.toString());
}

test.for<[printed: string, number: number]>([
  ['12', 12],
  ['src/a.js:3: no var\n12', 12],
  ['0.25', 0.25],
  ['-3', -3],
  ['      7\t', 7],
  ['12\n\n  \n', 12],
  ['12\r', 12],
  ['lower 12', 12],
])('a last line that is a number and nothing else is the measure: %j', ([printed, number]) => {
  expect(ready(printed)).toContain('measured: ');
  expect(measured(printed, 1)).toBe(number);
});

test.for<string>([
  'Done in 1.2 s',
  'Done in 1.2 s.',
  '12 problems (10 errors, 2 warnings)',
  '12%',
  '12 ms',
  '1.5.2',
  '1,200',
  '12 13',
  'exit code: 0',
  'v12',
  '12\nno more than that',
  'higher 12',
  'slower 12',
  '-',
  '.',
  'all well',
  'caf\xe9 12 \xff\xfe',
  '\0 12 \0',
  '',
])('any other last line is none, whatever numbers are in it: %j', (printed) => {
  expect(ready(printed)).toContain('ALL_OR_NOTHING');
  expect(measured(printed, 1)).toBe(null);
  expect(measured(printed, 127)).toBe(null);
});

test('exit 0 without a number is nothing left, where less is better, and no measure where more is', () => {
  expect(measured('4 files, all clean', 0)).toBe(0);
  expect(measured('', 0)).toBe(0);
  expect(measured('4 files, all clean', 0, 'raise')).toBe(null);
});
