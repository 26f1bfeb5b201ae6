import { type Refusal, refusalOf } from '../../core/model/refusal.ts';
import { fail, ok, type Result } from '../../core/model/result.ts';
import { type Settled, settling } from './settling.ts';

/** Takes a run's commits: the branch it came from goes forward to them, and the work tree back to that branch. */
export async function applyRun(cwd: string, run: string): Promise<Result<Settled, Refusal>> {
  return settling(cwd, run, 'pawl apply', async ({ summary, workspace, place, note }) => {
    if (summary.taken === 'undone') {
      return fail({
        code: 'run/changed-since',
        message: `run ${summary.run} was undone, so there is nothing to take`,
        hint: `pawl show ${summary.run}  says what it did`,
      });
    }
    if (summary.ending === null) {
      return fail({
        code: 'run/not-finished',
        message: `run ${summary.run} did not finish, so its commits are not complete`,
        hint: `pawl show ${summary.run}  says where it stands; pawl undo ${summary.run} --anyway  puts everything back`,
      });
    }
    if (summary.tip === null || summary.workspace === null) {
      return fail({
        code: 'run/nothing-kept',
        message: `run ${summary.run} made no commit, so there is nothing to take`,
        hint: `pawl show ${summary.run}  says what it did`,
      });
    }
    const { branch, head } = summary.workspace;
    const applied = await workspace.apply(place, { branch, head }, summary.tip.commit);
    if (!applied.ok) return fail(refusalOf('run/changed-since', applied.failure));
    const notes = await note({ type: 'run.applied', commit: summary.tip.commit, said: applied.value });
    return ok({ run: summary.run, said: applied.value, notes });
  });
}
