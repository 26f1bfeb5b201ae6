import { describe, expect, test } from 'vitest';
import { type Files, type Played, play, type Scenario, unguardedFile } from './scenario.ts';
import { autoloop } from './scenarios/autoloop.ts';
import { bugfix } from './scenarios/bugfix.ts';
import { feature } from './scenarios/feature.ts';
import { refactor } from './scenarios/refactor.ts';
import { prReady, research, triReview } from './scenarios/reports.ts';
import { selfLoops } from './scenarios/self-loops.ts';
import { selfMeasured } from './scenarios/self-measured.ts';
import { selfReady } from './scenarios/self-ready.ts';
import { testGen } from './scenarios/test-gen.ts';

const scenarios: readonly Scenario[] = [
  ...selfLoops,
  ...selfMeasured,
  ...selfReady,
  ...autoloop,
  ...feature,
  ...bugfix,
  ...refactor,
  ...testGen,
  ...triReview,
  ...research,
  ...prReady,
];
const guarded = scenarios.filter((scenario) => scenario.unguarded !== undefined);

function differences({ before, after }: Played): Files {
  const paths = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  return Object.fromEntries(paths.filter((path) => before[path] !== after[path]).map((path) => [path, after[path] ?? null]));
}

describe.concurrent('a built-in workflow, run by a scripted agent on a real repository', () => {
  test.for(scenarios)('$workflow $title', async (scenario) => {
    const played = await play(scenario, scenario.workflow);
    expect({
      exitCode: played.exitCode,
      outcome: played.ending.outcome,
      error: played.ending.error,
      verdicts: played.verdicts,
      changed: differences(played),
      commits: played.commits,
      stderr: played.stderr,
    }).toEqual({
      exitCode: scenario.exitCode,
      outcome: scenario.outcome,
      error: scenario.exitCode === 0 ? null : expect.stringContaining(scenario.error ?? ''),
      verdicts: scenario.verdicts ?? {},
      changed: scenario.changed,
      commits: scenario.commits,
      stderr: '',
    });
    expect(played.calls).toBe(scenario.calls ?? played.calls);
    expect(played.lastLines).toMatchObject(scenario.told ?? {});
    // A name in double braces that was left standing would be a step that did not run on this path.
    for (const { step, text } of played.prompts) expect(text, step).not.toMatch(/\{\{(?!search-|review-)/);
  });

  test.for(guarded)('$workflow $title, which its guards alone see to', async (scenario) => {
    const unguarded = scenario.unguarded as NonNullable<Scenario['unguarded']>;
    const played = await play(scenario, unguardedFile(scenario.workflow, unguarded.off));
    const met = { exitCode: played.exitCode, changed: differences(played) };
    expect(met).toEqual({ exitCode: unguarded.exitCode, changed: unguarded.changed });
    expect(met).not.toEqual({ exitCode: scenario.exitCode, changed: scenario.changed });
  });
});

test('every built-in workflow is run with a change that it must refuse', () => {
  const names = new Set(guarded.map(({ workflow }) => workflow));
  expect(names.size).toBe(13);
});
