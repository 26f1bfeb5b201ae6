import type { Failure } from '../../core/model/failure.ts';
import type { Refusal } from '../../core/model/refusal.ts';
import type { Stopped } from '../../drive/put-back-open.ts';

/** What a person is told when a run had to stop because its journal can no longer be written, or the disk is full. */
export function stoppedRefusal(run: string, { failure, putBack, intent }: Stopped): Refusal {
  const why = `run ${run} was stopped, as its journal cannot be written: ${failure.message}`;
  switch (putBack) {
    case 'taken over':
      return {
        code: 'run/workspace-busy',
        message: `run ${run} was stopped here: somebody else has taken it up since. Nothing was changed after that.`,
        hint: `pawl show ${run}  says how it goes on there`,
      };
    case 'left to resume': {
      const at = intent === null || intent.step === '' ? '' : ` at ${intent.step}`;
      return {
        code: 'run/out-of-storage',
        // What stopped a run within it says all of this already.
        message:
          intent?.type === 'workflow.requested'
            ? failure.message
            : `run ${run} was stopped${at} (${intent?.type.replace('.requested', '')}), as the disk is full or fails: ${failure.message}. The files were left as they are, and the run is not over.`,
        hint: `Free some space, then  pawl resume ${run.split('.')[0]}  does that again and goes on; nothing that was recorded is lost.`,
      };
    }
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

/**
 * That a run within a run had to stop, as the run around it is to hear it: it has to stop too, rather than to take that for how its step
 * ended; null = the run within ended, or could not be begun.
 */
export const stoppedWithin = ({ code, message }: Refusal): Failure | null =>
  code === 'run/out-of-storage' || code === 'store/unavailable' ? { kind: 'io', message, outOfStorage: true } : null;

const hintOf = (run: string, hint: string | undefined): string =>
  [hint, `Once the store can be written again,  pawl undo ${run} --anyway  puts everything back to before the run.`]
    .filter(Boolean)
    .join(' ');
