import type { LibraryEdit } from '../../core/library/edits/library-edit.ts';
import { fail, ok, type Result } from '../../core/model/result.ts';
import type { Clock } from '../../ports/clock.ts';
import { applyTried } from './apply-tried.ts';
import { faultsText } from './faults-text.ts';
import type { Changed, LibraryDesk } from './library-desk.ts';
import type { LibraryService } from './library-service.ts';
import { sourceIn } from './source-in.ts';

interface Writer {
  readonly clock: Clock;
  readonly run: string;
  readonly model: string;
}

/** The library for a model at work: each change is a set of its own, done when its call has ended. Made again after a crash it is done once. */
export function directDesk(service: LibraryService, { clock, run, model }: Writer): LibraryDesk {
  const { library } = service;
  const read: LibraryDesk['read'] = async () => {
    const now = await library.read();
    return now.ok ? ok(now.value.state) : now;
  };
  return {
    read,
    source: ({ sourceDigest }) => sourceIn(library, sourceDigest),
    async search(kind, query, most, op) {
      const found = await service.search(kind, query, most, op);
      // What a model was shown and did not use is known by it. A count that is lost is only that.
      if (found.ok) await library.count(found.value.map((entry) => ({ run, entry, kind: 'shown', request: null })));
      return found;
    },
    async candidate(written) {
      const state = await read();
      return state.ok ? service.candidate(written, state.value) : fail(state.failure.message);
    },
    async environment(written, signal) {
      const state = await read();
      return state.ok ? service.environment(written, state.value, signal) : fail(state.failure.message);
    },
    // Librarians alone have its tool: of an act that goes on nobody knows yet whether what it saw was right.
    recordedCase: async () => fail('Only a librarian adds cases.'),
    async change(edit: LibraryEdit, op: number, signal?: AbortSignal): Promise<Result<Changed, string>> {
      const set = { id: `${run}.${op}`, atMs: clock.nowMs(), by: 'actor', run, model, why: `act ${run}`, edits: [edit] } as const;
      const applied = await applyTried(library, set, {
        trials: service.trials,
        monotonicMs: () => clock.monotonicMs(),
        ...(signal === undefined ? {} : { signal }),
      });
      if (applied.ok) return ok({ remarks: applied.value.remarks, id: applied.value.ids[0] ?? null, isStaged: false });
      return fail(applied.failure.kind === 'faults' ? faultsText(applied.failure.faults) : applied.failure.failure.message);
    },
  };
}
