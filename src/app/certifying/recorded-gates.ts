import type { GateRefusal } from '../../core/certify/gate/gate-refusal.ts';
import { type Replayed, replayVerdict } from '../../core/certify/gate/recorded-replay.ts';
import { staticVerdict } from '../../core/certify/gate/static-verdict.ts';
import type { Replays } from '../../ports/replayer.ts';
import { codeFacts } from '../../source/code-facts.ts';
import { certifyFacts } from '../../source/replay/certify-facts.ts';
import type { CertifiedTask } from './certified-task.ts';

/** G0: what the text of a candidate says. */
export function textGate(code: string, { schema, constants, cassettes }: CertifiedTask): readonly GateRefusal[] {
  const facts = certifyFacts(code);
  return staticVerdict({
    facts: codeFacts(code),
    members: facts?.members ?? [],
    texts: facts?.texts ?? [],
    constants,
    schema,
    cassettes,
  });
}

/** What recorded runs say: each refused, the same, or inconclusive. */
export interface RecordedVerdict {
  readonly refusals: readonly GateRefusal[];
  /** By recording. */
  readonly is: readonly ('same' | 'refused' | 'inconclusive')[];
}

/** Two times and two seeds that have nothing to do with a recording's. */
const ambients = [
  { nowMs: 0, seed: 'one' },
  { nowMs: 1_000_000_007_000, seed: 'two' },
];

/** G1 and G2: the recording it was made from twice, in processes that take different times for now, and all others. */
export async function recordedGates(program: string, task: CertifiedTask, replays: Replays): Promise<RecordedVerdict> {
  const both: (readonly Replayed[])[] = [];
  for (const ambient of ambients) {
    const replayed = await replays.recorded(program, ambient);
    if (!replayed.ok) return { refusals: [{ gate: 'G1', code: 'not_replayed', message: replayed.failure.message }], is: [] };
    both.push(replayed.value);
  }
  const [once, again] = both as [readonly Replayed[], readonly Replayed[]];
  const refusals: GateRefusal[] = [];
  const is = task.cassettes.map((cassette, at) => {
    const gate = at === 0 ? 'G1' : 'G2';
    const replayed = once[at] as Replayed;
    const verdict = replayVerdict(replayed, cassette, task.contract);
    const before = refusals.length;
    if (JSON.stringify(replayed.run) !== JSON.stringify(again[at]?.run))
      refusals.push({ gate: 'G1', code: 'not_deterministic', cassette: cassette.id });
    if (verdict.is === 'different') refusals.push({ gate, code: 'replay_differs', cassette: cassette.id, difference: verdict.difference });
    if (verdict.is === 'unrecorded_write') refusals.push({ gate, code: 'unrecorded_write', cassette: cassette.id, ...verdict.write });
    return refusals.length > before ? 'refused' : verdict.is === 'same' ? 'same' : 'inconclusive';
  });
  return { refusals, is };
}
