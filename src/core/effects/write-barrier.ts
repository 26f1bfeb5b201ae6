import type { EffectClass } from '../model/effect-class.ts';
import { writes } from './class-of-call.ts';

interface Arrived {
  /** Order of arrival in its cell. */
  readonly n: number;
  readonly class: EffectClass;
}

/**
 * Whether a call waits until another one of its cell has returned: a write does for every read that was issued before it, so that what
 * the read sees never depends on how fast the two are. What is pure (a sleep, the time) sees nothing, and holds nobody up.
 */
export const waitsFor = (call: Arrived, other: Arrived): boolean => writes(call.class) && other.class === 'read' && other.n < call.n;
