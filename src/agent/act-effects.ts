import type { ActSettings } from '../core/events/act-event.ts';
import type { StoredEvent } from '../core/events/envelope.ts';
import { isEffectEvent } from '../core/events/run-event.ts';
import type { Failure } from '../core/model/failure.ts';
import { type NanoUsd, usdOf } from '../core/model/money.ts';
import type { AskPerson } from '../effects/effect-parts.ts';
import { Effects } from '../effects/effects.ts';
import type { Pauses } from '../ports/pauses.ts';
import type { Primitive } from '../ports/primitive.ts';
import type { ActCourse } from './act-course.ts';
import type { ActDrive, ActPorts } from './act-parts.ts';

interface Parts extends Pick<ActDrive, 'run' | 'history' | 'allowedSecrets' | 'knownSecrets' | 'signal'> {
  readonly person: AskPerson;
  readonly primitives: readonly Primitive[];
  readonly course: ActCourse;
  readonly settings: ActSettings;
  readonly pauses: Pauses;
}

/** The effects of an act, written to its journal. */
export const actEffects = ({ blobs, clock, secrets }: ActPorts, parts: Parts): Effects =>
  new Effects({
    ...parts,
    scope: parts.run,
    appender: { append: (events) => parts.course.take(events), nextOp: () => parts.course.nextOp() },
    before: effectsIn(parts.history),
    blobs,
    clock,
    secrets,
    spending: { refusal: (nanoUsd) => spendingRefusal(parts, nanoUsd) },
    // Nothing that one cell asks for takes longer than the cell may.
    callTimeoutMs: parts.settings.limits.codeTimeoutMs,
  });

export const effectsIn = (history: readonly StoredEvent[]) => history.flatMap(({ event }) => (isEffectEvent(event) ? [event] : []));

function spendingRefusal({ course, settings }: Parts, nanoUsd: NanoUsd): Failure | null {
  const limit = settings.limits.nanoUsd;
  const spent = course.state.totals.nanoUsd;
  if (limit === null || nanoUsd === 0 || spent + nanoUsd <= limit) return null;
  const left = Math.max(0, limit - spent);
  return {
    kind: 'budget',
    message: `this may cost $${usdOf(nanoUsd).toFixed(4)}, and $${usdOf(left).toFixed(4)} are left of the act's budget`,
  };
}
