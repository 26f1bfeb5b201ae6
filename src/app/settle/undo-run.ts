import { type Refusal, refusalOf } from '../../core/model/refusal.ts';
import { fail, ok, type Result } from '../../core/model/result.ts';
import { changedText } from '../../core/views/found-text.ts';
import { lookAt, type RunSummary } from '../../core/views/run-summary.ts';
import type { WorkspaceChanges } from '../../ports/workspace.ts';
import { knownStates } from '../history/known-states.ts';
import { systemClock } from '../surroundings/system-clock.ts';
import { type Settled, type Settling, settling } from './settling.ts';

/**
 * Puts everything back to before a run: files, staging, branch. What is left is recorded first. Refused when it was applied or undone already, or something differs
 * from what the run recorded last or was changed while it waited for a person, unless `anyway`: after a run that ended, that is a person's work; after one that did not, it
 * may be either's.
 */
export async function undoRun(cwd: string, run: string, anyway: boolean): Promise<Result<Settled, Refusal>> {
  return settling(cwd, run, 'pawl undo', async (parts) => {
    const { summary, workspace, trees, place, programs, note } = parts;
    if (summary.start === null) {
      return fail({
        code: 'run/nothing-kept',
        message: `run ${summary.run} recorded no state to go back to`,
        hint: 'it ran outside a git repository or in the midst of a merge, or ended before it began',
      });
    }
    if (summary.taken !== null && !anyway) return fail(takenRefusal(summary.run, summary.taken));
    // A process that was killed leaves its children at work: they would change what is put back.
    const runToken = summary.settings?.runToken ?? summary.act?.settings.runToken;
    if (summary.ending === null && runToken !== undefined) await programs.endAllWith(runToken);
    const changed = anyway ? null : await changedSince(parts);
    if (changed !== null) return fail(changed);
    const left = await workspace.snapshot(place, `undone-${systemClock.nowMs()}`, 'left');
    if (!left.ok) return fail(refusalOf('run/workspace-obstacle', left.failure));
    const restored = await workspace.restore(place, summary.start, left.value.snapshot);
    if (!restored.ok) return fail(refusalOf('run/workspace-obstacle', restored.failure));
    const unnoted = await note({ type: 'run.undone', left: left.value.snapshot });
    // Of a run that did not finish: nobody goes on with it.
    const removed = await trees.removeAll(place);
    const said = `everything is as it was before run ${summary.run}; what was left is kept: ${lookAt(summary.run, summary.start.ref, left.value.snapshot.ref)}`;
    return ok({
      run: summary.run,
      said,
      notes: [...left.value.warnings, ...restored.value.notes, ...unnoted, ...(removed.ok ? [] : [removed.failure.message])],
    });
  });
}

function takenRefusal(run: string, taken: 'applied' | 'undone'): Refusal {
  if (taken === 'undone') {
    const hint = `pawl undo ${run} --anyway  puts everything back once more, and with it what came since; that is recorded first`;
    return { code: 'run/changed-since', message: `run ${run} was undone already`, hint };
  }
  const hint = `pawl undo ${run} --anyway  takes it back too, and with it what came since; that is recorded first`;
  return { code: 'run/changed-since', message: `run ${run} was applied: its commits are on your branch`, hint };
}

async function changedSince({ summary, workspace, place, store, history }: Settling): Promise<Refusal | null> {
  if (summary.whileWaiting.length > 0) return waitedRefusal(summary);
  if (summary.end === null) return null;
  if (summary.ending !== null) {
    const differs = await workspace.differsFrom(place, summary.end);
    if (!differs.ok) return refusalOf('run/workspace-obstacle', differs.failure);
    return differs.value === null ? null : changedRefusal(summary, differs.value);
  }
  const known = await knownStates(store, summary.run, history);
  if (!known.ok) return known.failure;
  const changes = await workspace.changesSince(place, known.value.states);
  if (!changes.ok) return refusalOf('run/workspace-obstacle', changes.failure);
  const differs = inWords(changes.value);
  return differs === '' ? null : changedRefusal(summary, differs);
}

const namedFiles = 3;

function inWords({ files, staged, besides }: WorkspaceChanges): string {
  const named = files.slice(0, namedFiles).join(', ') + (files.length > namedFiles ? ` and ${files.length - namedFiles} more` : '');
  return [
    ...(files.length > 0 ? [`${files.length} ${files.length === 1 ? 'file differs' : 'files differ'} (${named})`] : []),
    ...(staged ? ['what is staged differs'] : []),
    ...(besides === null ? [] : [besides]),
  ].join('; ');
}

function waitedRefusal({ run, whileWaiting }: RunSummary): Refusal {
  const looks = whileWaiting.map(({ since, snapshot }) => lookAt(run, since.ref, snapshot.ref)).join('; ');
  return {
    code: 'run/changed-since',
    message: `while run ${run} waited for you, something changed that is none of its work, and would go too: ${whileWaiting.map(changedText).join('; ')} (${looks})`,
    hint: `pawl undo ${run} --anyway  undoes that too; the state left is recorded first and kept under refs/pawl/${run}/`,
  };
}

function changedRefusal({ run, ending }: RunSummary, differs: string): Refusal {
  const hint = `pawl undo ${run} --anyway  undoes that too; the state left is recorded first and kept under refs/pawl/${run}/`;
  if (ending !== null) return { code: 'run/changed-since', message: `something has changed since run ${run} ended: ${differs}`, hint };
  return {
    code: 'run/not-finished',
    message: `run ${run} did not finish, so Pawl cannot tell its changes from yours; since it last recorded the workspace: ${differs}`,
    hint,
  };
}
