import { type EffectClass, graver } from '../../model/effect-class.ts';
import { classWithoutOwnRaise } from '../class-of-function.ts';
import type { Deciding } from './deciding.ts';
import { livingFunction } from './living-function.ts';

/** Found by its name alone from now on, and offered to nobody. */
export function archiveFunction(deciding: Deciding, name: string): string | null {
  const entry = livingFunction(deciding, name);
  if (entry !== null && entry.status.kind !== 'archived') deciding.change({ type: 'function.archived', id: entry.id });
  return entry?.id ?? null;
}

/** Somebody has looked at it: it is neither stale nor archived any more. */
export function activateFunction(deciding: Deciding, name: string): string | null {
  const entry = livingFunction(deciding, name);
  if (entry !== null && entry.status.kind !== 'active') deciding.change({ type: 'function.renewed', id: entry.id, reason: null });
  return entry?.id ?? null;
}

/** What analysis found is a lower bound. What a person raised a person alone may lower again. */
export function raiseEffect(deciding: Deciding, name: string, effectClass: EffectClass): string | null {
  const entry = livingFunction(deciding, name);
  if (entry === null) return null;
  const bound = classWithoutOwnRaise(deciding.staged, entry);
  const raised = deciding.set.by === 'person' ? null : entry.raisedTo;
  if (graver(bound, effectClass) !== effectClass) {
    deciding.fault(
      'library/effect-lowered',
      `${name} is ${bound} by what it calls, and cannot be called ${effectClass}`,
      `name ${bound} or a graver class; to lower it change what it calls`,
    );
  } else if (raised !== null && graver(raised, effectClass) !== effectClass) {
    deciding.fault('library/effect-lowered', `${name} was raised to ${raised} by hand`, 'only a person may lower it again');
  } else if (entry.raisedTo !== effectClass) deciding.change({ type: 'function.raised', id: entry.id, effectClass });
  return entry.id;
}

/** Held, so that only a person who says `cascade` can delete it. */
export function pinFunction(deciding: Deciding, name: string, holder: string): string | null {
  const entry = livingFunction(deciding, name);
  if (entry !== null && !entry.pins.includes(holder)) deciding.change({ type: 'function.pinned', id: entry.id, holder });
  return entry?.id ?? null;
}

/** Not by a model: what it may not delete it could else let go of first. */
export function unpinFunction(deciding: Deciding, name: string, holder: string): string | null {
  const entry = livingFunction(deciding, name);
  if (entry === null) return null;
  if (deciding.set.by !== 'person') {
    deciding.fault('library/pinned', `${name} is held by ${holder}`, 'only a person, or what holds it, may let it go');
  } else if (entry.pins.includes(holder)) deciding.change({ type: 'function.unpinned', id: entry.id, holder });
  else deciding.remark(`${name} is not held by ${holder}`);
  return entry.id;
}
