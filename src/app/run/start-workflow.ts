import { RunFailed } from '../../core/model/run-failed.ts';
import { Progress } from '../../core/views/progress.ts';
import type { OpenDrive } from '../../drive/drive.ts';
import type { Handle } from '../../ports/handle.ts';
import { type OpenRun, RunHandle, type Said, type Telling } from '../handle/run-handle.ts';
import type { RunOptions, RunResult } from './run-options.ts';
import { runWorkflow } from './run-workflow.ts';

/**
 * Runs a workflow, as `runWorkflow` does, and gives its handle at once. The result is how it ended, also where it waits for a person or somebody
 * stopped it; it rejects where the run failed, was cancelled or could not be begun.
 */
export function startWorkflow(options: RunOptions): Handle<RunResult> {
  return new RunHandle(async (open, onEvent) => {
    const { observer = {} } = options;
    const watched = {
      ...observer,
      event(stored) {
        onEvent(stored);
        observer.event?.(stored);
      },
    } satisfies RunOptions['observer'];
    const ended = await runWorkflow({ ...options, observer: watched }, (drive) => open(openRun(drive)));
    if (!ended.ok) throw RunFailed.of(ended.failure, null);
    return resultOf(ended.value);
  }, newProgress);
}

function resultOf(result: RunResult): RunResult {
  const { run, status, error } = result;
  if (status === 'failed') throw new RunFailed({ kind: 'exit', message: error ?? 'the run failed' }, run);
  // What somebody stopped says so in words.
  if (status === 'cancelled' && error === null) throw new RunFailed({ kind: 'cancelled', message: 'the run was cancelled' }, run);
  return result;
}

const openRun = (drive: OpenDrive): OpenRun => ({
  run: drive.run,
  name: 'the run',
  get standing() {
    const { phase, ending, steering, totals } = drive.state;
    return { isEnding: phase === 'finished' || ending !== null, paused: steering.paused, clarifications: noClarifications, totals };
  },
  take: (said) => drive.take(() => said.filter(isSteering)),
});

/** It asks through its approvals alone, which end its process. */
const noClarifications: ReadonlySet<number> = new Set();

const isSteering = (said: Said): said is Exclude<Said, { type: 'clarification.answered' }> => said.type !== 'clarification.answered';

/** What whoever watches is shown of it, a line each. */
function newProgress(): Telling {
  const progress = new Progress();
  return (stored) => progress.lines(stored).map(({ name, detail }) => [name, detail.trim()].filter(Boolean).join(' '));
}
