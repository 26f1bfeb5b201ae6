import type { Refusal } from '../core/model/refusal.ts';
import type { Stopped } from '../drive/put-back-open.ts';

/** What a person is told when a run had to stop because its journal can no longer be written. */
export function stoppedRefusal(run: string, { failure, putBack }: Stopped): Refusal {
  const why = `run ${run} was stopped, as its journal cannot be written: ${failure.message}`;
  switch (putBack) {
    case 'nothing was open':
      return { code: 'store/unavailable', message: `${why} The work tree is as the last step left it.`, hint: hintOf(run, failure.hint) };
    case 'put back':
      return { code: 'store/unavailable', message: `${why} What the agent had under way was put back.`, hint: hintOf(run, failure.hint) };
    default:
      return {
        code: 'store/unavailable',
        message: `${why} What the agent had under way could not be put back: ${putBack.message}`,
        hint: `${hintOf(run, failure.hint)} The files as they were are also in git:  git diff pawl/${run}/start`,
      };
  }
}

const hintOf = (run: string, hint: string | undefined): string =>
  [hint, `Once the store can be written again,  pawl undo ${run} --anyway  puts everything back to before the run.`]
    .filter(Boolean)
    .join(' ');
