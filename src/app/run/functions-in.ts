import type { Configuration } from '../../core/configuration/configuration.ts';
import type { PinnedFunction, Settings } from '../../core/events/event-parts.ts';
import type { Refusal } from '../../core/model/refusal.ts';
import { ok, type Result } from '../../core/model/result.ts';
import type { DrivePorts } from '../../drive/performance.ts';
import type { StoredFunction } from '../../ports/functions.ts';
import type { Store } from '../../ports/store.ts';
import type { RunPins } from '../act/run-pins.ts';
import type { CheckedWorkflow } from '../workflows/checked-workflow.ts';
import type { RunObserver } from './run-options.ts';

/** What a run has for the functions that it uses, whoever calls them. */
export interface Running {
  /** The outermost run. */
  readonly run: string;
  /** Without secrets. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly settings: Settings;
  readonly pins: RunPins;
}

/** How the functions of a run's steps are run. Loaded where a step has one: most runs have none. */
export function functionsIn(store: Store, running: Running, { warned }: RunObserver): DrivePorts['runFunction'] {
  let runner: Promise<DrivePorts['runFunction']> | null = null;
  return async (call) => {
    runner ??= import('../act/function-runner.ts').then(({ functionRunner }) =>
      functionRunner({ ...running, store, asked: (question) => warned?.(`${call.name} asks: ${question}`) }),
    );
    return (await runner)(call);
  };
}

/** The stored functions that steps of a workflow name, and of those within it, with all that they call. What checks them is loaded where there are some. `known`: left out. */
export async function functionsNamed(
  checked: Pick<CheckedWorkflow, 'workflow' | 'source' | 'inner'>,
  configuration: Configuration,
  root: string,
  known: readonly PinnedFunction[] = [],
): Promise<Result<readonly StoredFunction[], Refusal>> {
  const steps = [{ workflow: checked.workflow, source: checked.source }, ...(checked.inner ?? [])].flatMap(({ workflow, source }) =>
    workflow.steps.flatMap((step) => (step.kind === 'function' ? [{ step, file: source.file }] : [])),
  );
  const asked = steps.filter(({ step }) => !known.some(({ name }) => name === step.name));
  if (asked.length === 0) return ok([]);
  const { namedFunctions } = await import('./named-functions.ts');
  const named = await namedFunctions(asked, configuration, root);
  return named.ok ? ok(named.value.filter(({ name }) => !known.some((pin) => pin.name === name))) : named;
}
