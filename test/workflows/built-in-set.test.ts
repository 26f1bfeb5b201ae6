import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parseWorkflow } from '../../src/core/workflow/parse-workflow.ts';
import type { CommandStep, PromptStep, Workflow } from '../../src/core/workflow/workflow.ts';
import { builtInText } from './scenario.ts';

/** Name -> the most tries of its longest loop; null where none is looped. */
const builtIns: Readonly<Record<string, number | null>> = {
  autoloop: 10,
  bugfix: 5,
  feature: 20,
  'pr-ready': null,
  refactor: 15,
  research: null,
  'self-improve': 10,
  'self-lint': 20,
  'self-migrate': 20,
  'self-perf': 5,
  'self-test': 8,
  'test-gen': 5,
  'tri-review': null,
};
const names = Object.keys(builtIns);

function workflowOf(name: string): Workflow {
  const { workflow, diagnostics } = parseWorkflow(builtInText(name));
  expect(diagnostics).toEqual([]);
  return workflow as Workflow;
}

const promptsOf = (name: string): PromptStep[] => workflowOf(name).steps.filter((step) => step.kind === 'prompt');
const commandOf = (name: string, id: string): string | undefined =>
  workflowOf(name).steps.find((step): step is CommandStep => step.kind === 'command' && step.id === id)?.command;

test('the folder holds these workflows and nothing else', () => {
  expect(readdirSync(new URL('../../workflows/', import.meta.url)).sort()).toEqual(names.map((name) => `${name}.yml`));
});

describe.each(names)('%s', (name) => {
  test('is valid without a warning, is called like its file, and says its purpose in one line that fits a screen', () => {
    const workflow = workflowOf(name);
    expect(workflow.name.toLowerCase()).toBe(name);
    expect(workflow.description).toMatch(/^[A-Z][^\n]{20,63}$/);
  });

  test('says in a comment at the top how it is run and what its input is', () => {
    const heading = builtInText(name).split('\nname:')[0] as string;
    expect(heading).toContain(`# pawl run ${name}`);
    expect(heading).toMatch(/[Tt]he input (is|says)/);
  });

  test('loops as often as its documentation says', () => {
    const loops = promptsOf(name).flatMap(({ loop }) => (loop === null ? [] : [loop]));
    expect(loops.length === 0 ? null : Math.max(...loops.map(({ max }) => max))).toBe(builtIns[name]);
    // A loop without a gate would keep whatever the model says is good.
    for (const loop of loops) expect(loop.gate).not.toBeNull();
  });

  test('names no vendor, and asks no model to run git commands that change something or to say that tests pass', () => {
    for (const { id, prompt, principles } of promptsOf(name)) {
      expect(prompt, id).not.toMatch(/claude|anthropic|openai|codex|gpt|gemini|google|haiku|sonnet|opus|llama/i);
      expect(prompt, id).not.toMatch(/git (add|commit|stash|reset|checkout|switch|restore|revert|push|rebase|clean)|ALL_PASSING/);
      expect(principles.join(' '), id).toMatch(/Never commit|Change no file/);
    }
  });
});

const selfLoops = names.filter((each) => each.startsWith('self-'));
const without = (text: string | undefined): string | undefined => text?.replaceAll(/pawl run .*(?=')/g, '');

test('the self-* loops run their input as the gate, all alike: by exit code, and by number where less is better', () => {
  const gatesOf = (name: string, better: 'lower' | 'higher' | null) =>
    promptsOf(name).flatMap(({ loop }) => (loop?.gate && (loop.gate.measure?.better ?? null) === better ? [loop.gate.command] : []));
  const [measured] = gatesOf('self-test', 'lower');
  expect(measured).toContain('sh -c "$PAWL_INPUT"');
  for (const name of selfLoops) {
    expect(gatesOf(name, null)).toEqual(['sh -c "$PAWL_INPUT"']);
    expect(gatesOf(name, 'lower')).toEqual([measured]);
    for (const id of ['baseline', 'ready', 'how-far', 'reported'])
      expect(without(commandOf(name, id)), id).toBe(without(commandOf('self-test', id)));
  }
});

test('only self-improve takes more for better; else its gate is the same', () => {
  for (const name of selfLoops) {
    const gates = promptsOf(name).flatMap(({ loop }) => loop?.gate ?? []);
    const raising = gates.filter(({ measure }) => measure?.better === 'higher').map(({ command }) => command);
    const lowering = gates.filter(({ measure }) => measure?.better === 'lower').map(({ command }) => command);
    const noneLeft = /^elif .*\n.*\n/m;
    expect(raising).toEqual(name === 'self-improve' ? lowering.map((command) => command.replace(noneLeft, '')) : []);
  }
});

test('all that look for the test command of a project look alike', () => {
  const found = names.map((name) => commandOf(name, 'tests')).filter((command) => command !== undefined);
  expect(found).toHaveLength(5);
  expect(new Set(found).size).toBe(1);
});

test('none is larger than what can be read in one sitting', () => {
  for (const name of names)
    expect(readFileSync(new URL(`../../workflows/${name}.yml`, import.meta.url), 'utf8').split('\n').length, name).toBeLessThan(260);
});
