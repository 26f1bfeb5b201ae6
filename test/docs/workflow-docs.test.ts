import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { stuckAfter } from '../../src/core/engine/decide-loop.ts';
import { environmentLimitBytes, environmentOutputs } from '../../src/core/engine/environment.ts';
import { maxJumps } from '../../src/core/engine/finish-step.ts';
import { inlineLimitBytes } from '../../src/core/model/value.ts';
import { fieldTable } from '../../src/core/workflow/fields/field-table.ts';
import { parseWorkflow } from '../../src/core/workflow/parse-workflow.ts';
import { clipped } from '../../src/core/workflow/texts/interpolation.ts';
import type { PromptStep } from '../../src/core/workflow/workflow.ts';
import { pawl } from '../cli/pawl.ts';
import { scratchFolder } from '../scratch.ts';
import { blocksOf, docText, proseOf } from './prose.ts';

const skill = 'hosts/claude/skills/creating-workflows/SKILL.md';
const guide = 'docs/workflows.md';
const builtIns = readdirSync(new URL('../../workflows/', import.meta.url)).map((file) => file.replace('.yml', ''));

describe.each([skill, guide])('the examples in %s', (path) => {
  const examples = blocksOf(docText(path), 'yaml');

  test('are there', () => {
    expect(examples.length).toBeGreaterThan(1);
  });

  test.each(examples.map((text) => [/^name: (.*)$/m.exec(text)?.[1] ?? text.slice(0, 40), text]))(
    '"%s" is a valid workflow without a warning',
    (_name, text) => {
      expect(parseWorkflow(text)).toMatchObject({ workflow: { name: expect.any(String) }, diagnostics: [] });
    },
  );
});

/** Digits, and the words for counts that are worth checking. */
const figure = /\d|\b(four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fifteen|twenty)(th)?\b/i;

/** Every sentence with a count or a limit in it, made from what the count or limit really is. */
async function facts(path: string): Promise<string[]> {
  const help = (await pawl(scratchFolder(), ['run', '--help'])).stdout;
  const defaultOf = (option: string) => new RegExp(`--${option} <[^(]*\\(default:\\s+pawl\\.yml,\\s+else\\s+(\\d+)`).exec(help)?.[1];
  const kib = inlineLimitBytes / 1024;
  if (path === skill) {
    return [
      `one of the ${builtIns.length} built-in workflows`,
      `A value over ${kib} KiB comes by file only`,
      `After ${stuckAfter} gate failures in a row`,
      `above ${stuckAfter} only helps`,
      `More than ${maxJumps} jumps`,
      `A command has ${defaultOf('timeout')} minutes`,
      `a prompt ${defaultOf('prompt-timeout')} unless`,
      `up to ${defaultOf('jobs')} children`,
      ...gateExits,
    ];
  }
  return [
    ...keyRows().map(({ doc }) => doc),
    `There are ${builtIns.length}.`,
    ...builtIns.map((name) => `| [${name}] | ${inputOf(name)} | ${mostTries(name) ?? '–'} |`),
    `${stuckAfter} tries in a row that do not pass`,
    `does not count to the ${stuckAfter}`,
    `one over ${promptLimitKib()} KiB is cut`,
    `a value over ${kib} KiB`,
    `The ${environmentOutputs} latest outputs`,
    `All values together have ${environmentLimitBytes / 1024 / 1024} MiB`,
    'else it failed, exit 1',
    `At most ${maxJumps} jumps`,
    `has ${parallelSizes('tri-review')} reviewers`,
    `makes ${parallelSizes('research')} searches`,
    `A command has ${defaultOf('timeout')} minutes`,
    `a prompt ${defaultOf('prompt-timeout')} (`,
    `${defaultOf('jobs')} children run at once`,
    `A workflow file has at most ${fileLimitMib()} MiB`,
    'Past 80 % of the limit',
    'exhausted and stuck exit with 3',
    `or after ${mostTries('autoloop')} tries`,
    '(RE2 syntax)',
    ...gateExits,
  ];
}

/** Held by the tables of test/core/engine: what each exit of a command and a gate means. */
const gateExits = ['Exit 0', 'exit 0', 'exits 0', 'exits 1 to 125', '0 keeps; 1 to 125 undo', '126, 127', '126 and 127'];

function mostTries(name: string): number | null {
  const steps = parseWorkflow(docText(`workflows/${name}.yml`)).workflow?.steps ?? [];
  const loops = steps.filter((step): step is PromptStep => step.kind === 'prompt').flatMap(({ loop }) => loop ?? []);
  return loops.length === 0 ? null : Math.max(...loops.map(({ max }) => max));
}

/** The middle of a row is words: taken as it stands. */
const inputOf = (name: string): string => new RegExp(`\\| \\[${name}\\] \\| ([^|]*) \\|`).exec(proseOf(docText(guide)))?.[1] ?? '';

function parallelSizes(name: string): number {
  const group = parseWorkflow(docText(`workflows/${name}.yml`)).workflow?.steps.find((step) => step.kind === 'parallel');
  return group?.kind === 'parallel' ? group.children.length : 0;
}

/** The largest round size that goes into a prompt whole. */
const promptLimitKib = (): number | undefined =>
  [64, 128, 256, 512, 1024].findLast((kib) => clipped('x'.repeat(kib * 1024), '/f').length === kib * 1024);

const fileLimitMib = (): number | undefined =>
  [1, 2, 4].findLast((mib) => parseWorkflow(`name: x\nsteps: [{ id: a, command: b }]\n#`.padEnd(mib * 1024 * 1024, ' ')).workflow !== null);

describe.each([skill, guide])('the figures in %s', (path) => {
  test('are what the files and the code say, and no other figure stands there', async () => {
    let prose = proseOf(docText(path));
    for (const fact of await facts(path)) {
      if (!gateExits.includes(fact)) expect(prose).toContain(fact);
      prose = prose.replaceAll(fact, '');
    }
    expect(prose.split('\n').filter((line) => figure.test(line))).toEqual([]);
  });
});

test('every built-in workflow has a section in the guide, and every section that names one is of one', () => {
  const sections = [...docText(guide).matchAll(/^#{3,4} ([a-z-]+)$/gm)].map((match) => match[1]);
  expect(sections.sort()).toEqual([...builtIns].sort());
});

/** Every key of a workflow file, as its row in the guide's table of keys and what it says. */
const keyRows = (): { row: string; doc: string }[] =>
  Object.entries(fieldTable).flatMap(([map, { fields }]) =>
    Object.entries(fields).map(([key, field]) => ({
      row: `| ${map} | \`${key}\`${'required' in field ? ' (required)' : ''} | ${field.doc} |`,
      doc: field.doc as string,
    })),
  );

test('the guide has a table of every key, and of no other', () => {
  const [, section] = /^## All keys$(.*?)^## /ms.exec(docText(guide)) ?? [];
  const rows = (section ?? '').split('\n').filter((line) => line.startsWith('| '));
  expect(rows.slice(1)).toEqual(keyRows().map(({ row }) => row));
});

test('the skill tells every key of a workflow file', () => {
  for (const [map, { fields }] of Object.entries(fieldTable)) {
    for (const key of Object.keys(fields)) expect(docText(skill), `${map}.${key}`).toContain(`\`${key}\``);
  }
  expect(docText(skill)).toContain('`branch: false`');
});

test('README counts the workflows that there are', () => {
  const words = ['ten', 'eleven', 'twelve', 'thirteen', 'fourteen', 'fifteen', 'sixteen'];
  expect(docText('README.md')).toContain(`the ${words[builtIns.length - 10]} workflows that come with Pawl`);
});
