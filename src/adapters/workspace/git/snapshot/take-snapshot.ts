import type { Snapshot } from '../../../../core/events/event-parts.ts';
import { shownList } from '../paths/byte-path.ts';
import { headCommit } from '../refs/head.ts';
import type { Repository } from '../repository.ts';
import { allOf } from '../trouble.ts';
import { hold } from './hold.ts';
import { rememberLatest } from './latest.ts';
import { readState } from './read-state.ts';

/** Records the exact state of everything under a name, held by refs. */
export async function takeSnapshot(repository: Repository, run: string, name: string): Promise<{ snapshot: Snapshot; warnings: string[] }> {
  const { state, held, capture } = await readState(repository, run);
  const [ref, id] = await allOf([hold(repository, run, name, state, held), repository.records.save(state)]);
  await rememberLatest(repository.place, id);
  const warnings: string[] = [];
  if (capture.unreadable.length > 0) warnings.push(`cannot be read, so not covered by snapshots: ${shownList(capture.unreadable)}`);
  else if (capture.complaints.length > 0) warnings.push(`not wholly covered by snapshots: git says ${capture.complaints[0]}`);
  return { snapshot: { id, tree: state.tree, head: headCommit(state.head, state.refs), ref }, warnings };
}
