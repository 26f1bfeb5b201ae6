import { casePlan } from '../../../core/library/cases/case-plan.ts';
import { decideEdits } from '../../../core/library/edits/decide-edits.ts';
import type { Applied } from '../../../core/library/edits/library-edit.ts';
import { authorOf } from '../../../core/library/edits/set-author.ts';
import { stateWith } from '../../../core/library/entries/evolve-library.ts';
import type { LoggedChange } from '../../../core/library/entries/library-change.ts';
import type { EntryUses } from '../../../core/library/entries/library-entry.ts';
import { emptyLibrary } from '../../../core/library/entries/library-state.ts';
import { viewOfLog } from '../../../core/library/entries/log-view.ts';
import { StagedLibrary } from '../../../core/library/entries/staged-library.ts';
import { indexEntry } from '../../../core/library/search/index-entry.ts';
import { searchedFunction, searchedGuidance } from '../../../core/library/searched-text.ts';
import { digestOf } from '../../../core/model/digest.ts';
import { fail, ok } from '../../../core/model/result.ts';
import type { Library } from '../../../ports/library.ts';
import { memoryOwnership } from './ownership.ts';
import { memorySearchIndex } from './search-index.ts';

/** An empty library in memory, for tests: the same contract, gone with the process. */
export function memoryLibrary(): Library {
  const log: LoggedChange[] = [];
  const held = new StagedLibrary(viewOfLog(log));
  const sources = new Map<string, string>();
  const sets = new Map<string, Applied>();
  const counted = new Set<string>();
  const counts = new Map<string, EntryUses>();
  const leases = memoryOwnership();
  const index = memorySearchIndex();
  const asked = new Map<string, string[]>();
  const putAgain = async (id: string): Promise<void> => {
    const [entry, guidance] = [held.functionOf(id), held.guidanceOf(id)];
    const past = asked.get(id) ?? [];
    const text = entry !== null ? searchedFunction(entry, past) : guidance !== null ? searchedGuidance(guidance, past) : null;
    await (text === null ? index.remove(id) : index.put([indexEntry(text)]));
  };
  return {
    read: async () => ok({ state: stateWith(emptyLibrary, held), seq: log.length }),
    look: async (work) => ok(work(held)),
    names: async () => ok([...stateWith(emptyLibrary, held).byName.keys()].sort()),
    search: (work) => index.look((view) => work(view, held)),
    source: async (digest) => ok(sources.get(digest) ?? null),
    async apply(set, tried = '') {
      const before = sets.get(set.id);
      if (before !== undefined) return ok({ ...before, wasApplied: true });
      const decided = decideEdits(set, held);
      if (!decided.ok) return fail({ kind: 'faults', faults: decided.failure });
      const plan = casePlan(held, decided.value);
      if (plan.digest !== tried) return fail({ kind: 'untried', plan });
      const { changes, remarks, ids } = structuredClone({ ...decided.value, after: null });
      const { functions, guidance } = decided.value.after;
      const firstSeq = log.length + 1;
      const by = authorOf(set);
      for (const change of changes) {
        held.apply(change);
        log.push({ seq: log.length + 1, set: set.id, atMs: set.atMs, by, why: set.why, change });
      }
      for (const edit of set.edits) if (edit.kind === 'add_function') sources.set(digestOf(edit.candidate.source), edit.candidate.source);
      const applied = { firstSeq, lastSeq: log.length, wasApplied: false, remarks, ids };
      sets.set(set.id, applied);
      for (const id of [...functions.keys(), ...guidance.keys()]) await putAgain(id);
      return ok(applied);
    },
    log: async (fromSeq = 1) => ok(log.slice(fromSeq - 1)),
    async count(uses) {
      for (const { entry, kind, run, request } of uses) {
        const key = JSON.stringify([entry, kind, run]);
        if (counted.has(key)) continue;
        counted.add(key);
        const before = counts.get(entry) ?? { shown: 0, used: 0, helped: 0 };
        counts.set(entry, { ...before, [kind]: before[kind] + 1 });
        if (kind !== 'used' || request === null) continue;
        asked.set(entry, [...(asked.get(entry) ?? []), request]);
        await putAgain(entry);
      }
      return ok(undefined);
    },
    async uses(entries) {
      return ok(new Map(entries === undefined ? counts : [...counts].filter(([entry]) => entries.includes(entry))));
    },
    async lease(holder) {
      const lease = await leases.acquire({ run: holder, pid: 0, host: '' });
      if (!lease.ok) return lease;
      return ok(lease.value.owned ? { release: lease.value.release } : null);
    },
    close: async () => leases.releaseAll(),
  };
}
