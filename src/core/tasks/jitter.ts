import { digestOf } from '../model/digest.ts';
import type { Task } from './task.ts';

/** By how much a task begins later than it is due: the same each time, and other than that of most other tasks. Below its `jitterMs`. */
export function jitterOf({ id, when }: Pick<Task, 'id' | 'when'>): number {
  if (when.kind !== 'schedule' || when.jitterMs === 0) return 0;
  return Number(BigInt(`0x${digestOf(id).slice(0, 12)}`) % BigInt(when.jitterMs));
}
