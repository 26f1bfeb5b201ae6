/*
 * What is put into a session as its first cell, bundled into one text: it leaves `replays` there, which the cells after it call.
 */

import type { ReplaySet } from '../../../../core/certify/replay-batch.ts';
import type { World } from '../../../../core/certify/world/world.ts';
import { Engine } from './engine.ts';

/** One request, as `replays` takes it. */
export type ReplayRequest =
  | { readonly do: 'open'; readonly set: ReplaySet }
  | { readonly do: 'recorded'; readonly program: string }
  | { readonly do: 'runs' | 'traced' | 'broken'; readonly program: string; readonly worlds: readonly World[] }
  | {
      readonly do: 'differing';
      readonly program: string;
      readonly others: readonly string[];
      readonly worlds: readonly World[];
      readonly enough: number | null;
    };

let engine: Engine | null = null;

async function answered(request: ReplayRequest): Promise<unknown> {
  if (request.do === 'open') {
    engine = new Engine(request.set);
    return null;
  }
  if (engine === null) throw new Error('nothing was opened');
  switch (request.do) {
    case 'recorded':
      return engine.recorded(request.program);
    case 'runs':
      return engine.runs(request.program, request.worlds);
    case 'traced':
      return engine.traced(request.program, request.worlds);
    case 'broken':
      return engine.broken(request.program, request.worlds);
    case 'differing':
      return engine.differing(request.program, request.others, request.worlds, request.enough);
  }
}

/** The answer as text, or what was tampered with: text, so that nothing of it is taken for a value of the session. */
export async function replays(request: ReplayRequest): Promise<string> {
  const { stringify } = JSON;
  const value = await answered(request);
  const tampered = engine?.tampered() ?? null;
  return stringify(tampered === null ? { value } : { tampered });
}
