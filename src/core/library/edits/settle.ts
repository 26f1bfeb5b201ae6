import { canonicalText } from '../../model/canonical-json.ts';
import { classesFrom } from '../class-of-function.ts';
import { type FunctionEntry, type FunctionVersion, newest } from '../entries/library-entry.ts';
import type { Deciding } from './deciding.ts';

/**
 * What follows from the edits, once all of them are staged: a function that changed in the same set as what it calls is not stale, and
 * two that call each other can be added together.
 */
export function settle(deciding: Deciding): void {
  const touched = [...deciding.staged.functions.values()];
  for (const entry of touched) {
    const before = deciding.before.functionOf(entry.id);
    const lived = before !== null && !before.isDeleted;
    if (!entry.isDeleted && (!lived || deciding.added.has(entry.id))) settleCalls(deciding, entry);
    // What goes leaves nobody behind who refers to it: that is refused, or goes along.
    if (entry.isDeleted) continue;
    if (lived) settleChanged(deciding, entry, newest(before));
    else settleBack(deciding, entry);
  }
  for (const id of [...deciding.staged.guidance.keys()]) settleNames(deciding, id);
  const classes = classesFrom(
    deciding.staged,
    touched.map(({ id }) => deciding.staged.functionOf(id) as FunctionEntry),
  );
  for (const [id, effectClass] of classes) {
    if (deciding.staged.functionOf(id)?.effectClass !== effectClass) deciding.change({ type: 'function.classed', id, effectClass });
  }
}

const callsGone = (name: string): string => `calls ${name}, which was deleted`;
const namesGone = (name: string): string => `names ${name}, which was deleted`;

/** Everything that a new version calls must be there; what comes back without it is stale. */
function settleCalls(deciding: Deciding, entry: FunctionEntry): void {
  const added = deciding.added.get(entry.id);
  for (const name of newest(entry).dependsOn) {
    if (deciding.staged.living(name) !== null || added?.elsewhere.includes(name)) continue;
    const wasStored = deciding.staged.named(name).length > 0;
    if (added === undefined) {
      if (wasStored) deciding.change({ type: 'function.staled', id: entry.id, reason: callsGone(name) });
      continue;
    }
    deciding.fault(
      'library/unknown-name',
      `${entry.name} calls the function ${name}, which ${wasStored ? 'is deleted' : 'is not stored'}`,
      wasStored ? `bring it back: pawl library restore ${name}` : 'store that first, or in the same set',
      added.edit,
    );
  }
}

function settleBack(deciding: Deciding, { id, name }: FunctionEntry): void {
  const reason = callsGone(name);
  for (const caller of deciding.staged.callersOf(name))
    if (caller.status.kind === 'stale' && caller.status.reasons.includes(reason))
      deciding.change({ type: 'function.renewed', id: caller.id, reason });
  for (const guidance of deciding.staged.guidanceAbout(id))
    if (guidance.status.kind === 'stale' && guidance.status.reasons.includes(namesGone(name)))
      deciding.change({ type: 'guidance.renewed', id: guidance.id, reason: namesGone(name) });
}

function settleChanged(deciding: Deciding, entry: FunctionEntry, before: FunctionVersion): void {
  const now = newest(entry);
  const { id, name } = entry;
  const isOtherForm = canonicalText([now.input, now.returns]) !== canonicalText([before.input, before.returns]);
  if (isOtherForm) {
    for (const caller of deciding.staged.callersOf(name)) {
      if (caller.id === id || isNewVersion(deciding, caller) || deciding.agreeing.has(caller.id)) continue;
      const reason = `calls ${name}, whose input or result changed in its version ${now.version}`;
      deciding.change({ type: 'function.staled', id: caller.id, reason });
    }
  }
  if (!isOtherForm && now.codeDigest === before.codeDigest) return;
  for (const guidance of deciding.staged.guidanceAbout(id)) {
    if (guidance.version !== deciding.before.guidanceOf(guidance.id)?.version || deciding.agreeing.has(guidance.id)) continue;
    deciding.change({ type: 'guidance.staled', id: guidance.id, reason: `names ${name}, which changed in its version ${now.version}` });
  }
}

/** Guidance that came back, where what it names did not. */
function settleNames(deciding: Deciding, id: string): void {
  const entry = deciding.staged.guidanceOf(id);
  if (entry === null || entry.isDeleted || deciding.before.guidanceOf(id)?.isDeleted !== true) return;
  for (const each of entry.functionIds) {
    const named = deciding.staged.functionOf(each);
    if (named?.isDeleted) deciding.change({ type: 'guidance.staled', id, reason: namesGone(named.name) });
  }
}

const isNewVersion = ({ before }: Deciding, entry: FunctionEntry): boolean =>
  before.functionOf(entry.id)?.versions.length !== entry.versions.length;
