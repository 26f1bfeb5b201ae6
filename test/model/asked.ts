import { aiSdkModel, type ModelSettings } from '../../src/adapters/model/ai-sdk/ai-sdk-model.ts';
import type { Model, ModelAnswer, ModelRequest } from '../../src/ports/model.ts';
import { modelServer, type Received, type Reply } from './model-server.ts';
import { settingsAt, type Wire } from './wires.ts';

export const nowMs = Date.UTC(2026, 10, 30, 10);

/** A request as the loop makes one. */
export const requestOf = (more: Partial<ModelRequest> = {}): ModelRequest => ({
  system: 'Be brief.',
  messages: [{ role: 'user', text: 'Please do.' }],
  tools: [],
  toolChoice: 'auto',
  replySchema: null,
  maxOutputTokens: null,
  timeoutMs: 30_000,
  signal: new AbortController().signal,
  ...more,
});

export const tool = (
  name: string,
  parameters: ModelRequest['tools'][number]['parameters'] = { type: 'object' },
): ModelRequest['tools'][number] => ({
  name,
  description: `Does ${name}.`,
  parameters,
});

/** The answer and all the text before it. */
export async function answerOf(model: Model, request: ModelRequest): Promise<ModelAnswer & { readonly activity: string[] }> {
  const turning = model.start(request);
  const activity: string[] = [];
  for await (const piece of turning.activity) activity.push(piece);
  return { ...(await turning.answer), activity };
}

/** Asks a server of this wire that answers so. */
export async function asked(
  wire: Wire,
  reply: Reply | readonly Reply[],
  more: Partial<ModelRequest> = {},
  settings: Partial<ModelSettings> = {},
): Promise<ModelAnswer & { readonly activity: string[]; readonly received: readonly Received[]; readonly model: Model }> {
  const server = await modelServer(...[reply].flat());
  const model = await aiSdkModel(settingsAt(wire, server.origin, settings), () => nowMs);
  return { ...(await answerOf(model, requestOf(more))), received: server.received, model };
}

/** The turn of an answer that has to be one. */
export function turnOf({ turn }: Pick<ModelAnswer, 'turn'>) {
  if (!turn.ok) throw new Error(`expected a turn, got ${turn.failure.kind}: ${turn.failure.message}`);
  return turn;
}

/** The failure of an answer that has to be one. */
export function failureOf({ turn }: Pick<ModelAnswer, 'turn'>) {
  if (turn.ok) throw new Error(`expected a failure, got the turn ${JSON.stringify(turn)}`);
  return turn.failure;
}
