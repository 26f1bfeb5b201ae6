import type { Answer, Outcome, RecordedCall } from '../../../../core/certify/cassette.ts';
import type { Run } from '../../../../core/certify/gate/equivalence.ts';
import type { Json } from '../../../../core/model/json.ts';
import type { Ctx, Kit, StoredFunction } from './program.ts';

/** As in a real run; more is a loop that asks for ever. */
const mostCalls = 400;

const copy = (value: unknown): Json => (value === undefined ? null : (JSON.parse(JSON.stringify(value) ?? 'null') as Json));

/** What answers the calls of one run. */
export interface Answering {
  call(primitive: string, args: readonly Json[]): Pick<RecordedCall, 'class' | 'answer'>;
}

const texts = new WeakMap<object, string>();

/** A value of its own for each run: the same answer is given many times. */
function fresh(answer: Extract<Answer, { ok: true }>): Json {
  const { value } = answer;
  if (typeof value !== 'object' || value === null) return value;
  const known = texts.get(answer) ?? JSON.stringify(value);
  texts.set(answer, known);
  return JSON.parse(known) as Json;
}

/** One run of a function. Never rejects: what it threw is its outcome. */
export async function runWith(
  answering: Answering,
  input: Json,
  work: StoredFunction,
  primitives: readonly string[],
  kit: Kit,
): Promise<Run> {
  const calls: RecordedCall[] = [];
  const call = async (primitive: string, given: readonly unknown[]): Promise<Json> => {
    if (calls.length >= mostCalls) throw new Error('BUDGET: too many calls');
    const args = copy(given) as readonly Json[];
    const { class: effect, answer } = kit.aside(() => answering.call(primitive, args));
    calls.push({ seq: calls.length + 1, primitive, args, class: effect, answer });
    if (answer.ok) return fresh(answer);
    throw coded(answer.error);
  };
  let outcome: Outcome;
  try {
    outcome = { ok: true, output: copy(await work(copy(input), ctxOf(primitives, call))) };
  } catch (error) {
    outcome = { ok: false, error: codeOf(error) };
  }
  return { outcome, calls };
}

function coded(text: string): Error {
  return Object.assign(new Error(text), { code: text.split(':', 1)[0] });
}

/** `CODE` of `CODE: words`; a fault of the program itself is a CRASH. */
function codeOf(error: unknown): string {
  const message = String((error as { message?: unknown } | null)?.message ?? error);
  return /^([A-Z][A-Z_]+):/.exec(message)?.[1] ?? 'CRASH';
}

function ctxOf(primitives: readonly string[], call: (primitive: string, args: readonly unknown[]) => Promise<Json>): Ctx {
  const ctx: Record<string, unknown> = {};
  for (const primitive of primitives) {
    const ask = (...args: unknown[]): Promise<Json> => call(primitive, args);
    const [group = '', member] = primitive.split('.');
    if (member === undefined) ctx[group] = Object.assign(ask, ctx[group] ?? {});
    else ctx[group] = Object.assign((ctx[group] as object | undefined) ?? {}, { [member]: ask });
  }
  return ctx;
}
