import { Engine } from '../../../src/adapters/replay/sealed/child/engine.ts';
import type { CertifiedTask } from '../../../src/app/certifying/certified-task.ts';
import type { Answer, Cassette, RecordedCall } from '../../../src/core/certify/cassette.ts';
import type { Contract } from '../../../src/core/certify/gate/contract.ts';
import { effectOf } from '../../../src/core/certify/world/effect-of.ts';
import type { Json } from '../../../src/core/model/json.ts';
import { ok } from '../../../src/core/model/result.ts';
import type { Replays } from '../../../src/ports/replayer.ts';
import { runnableOf } from '../../../src/source/replay/runnable.ts';

export const primitives = [
  'http.get',
  'http.post',
  'fs.read',
  'fs.write',
  'sh',
  'db.query',
  'mail.send',
  'clock.now',
  'random',
  'secret',
  'model.ask',
];

export const plain: Contract = { equivalence: {}, order: 'exact', postconditions: [], relations: [] };

/** Replays in this very process: what runs is written in the tests. */
export function replaysHere(task: CertifiedTask): Replays {
  const engine = new Engine(task);
  return {
    recorded: async (program) => ok(await engine.recorded(program)),
    runs: async (program, worlds) => ok(await engine.runs(program, worlds)),
    traced: async (program, worlds) => ok(await engine.traced(program, worlds)),
    broken: async (program, worlds) => ok(await engine.broken(program, worlds)),
    differing: async (program, others, worlds, enough) => ok(await engine.differing(program, others, worlds, enough)),
    close: async () => {},
  };
}

export const programOf = (code: string): string => {
  const runnable = runnableOf(code);
  if (runnable === null) throw new Error('no program');
  return runnable.text;
};

/** Runs a function with answers that a test makes, and keeps what came of it as a recording. */
export async function recordingOf(
  id: string,
  code: string,
  input: Json,
  answers: (primitive: string, args: readonly Json[]) => Json,
): Promise<Cassette> {
  const calls: RecordedCall[] = [];
  const ctx: Record<string, Record<string, unknown>> = {};
  for (const primitive of primitives) {
    const ask = async (...args: Json[]): Promise<Json> => {
      let answer: Answer;
      try {
        answer = { ok: true, value: answers(primitive, args) };
      } catch (error) {
        answer = { ok: false, error: (error as Error).message };
      }
      calls.push({ seq: calls.length + 1, primitive, args, class: effectOf(primitive, args, new Map()), answer });
      if (answer.ok) return structuredClone(answer.value);
      throw new Error(answer.error);
    };
    const [group = '', member] = primitive.split('.');
    if (member === undefined) ctx[group] = ask as never;
    else ctx[group] = Object.assign(ctx[group] ?? {}, { [member]: ask });
  }
  const work = new Function('$tick', programOf(code))(() => {}) as (input: Json, ctx: unknown) => Promise<Json>;
  const output = await work(structuredClone(input), ctx);
  return { id, input, calls, outcome: { ok: true, output: JSON.parse(JSON.stringify(output ?? null)) as Json } };
}
