import { codexRunner } from '../../src/adapters/runner/codex/codex-runner.ts';
import { StandIn } from './stand-in.ts';

export const codexStandIn = new StandIn('codex', codexRunner);

export const item = (type: string, more: object = {}, event = 'item.completed') => ({ type: event, item: { type, ...more } });
export const message = (text: unknown) => item('agent_message', { id: 'item_1', text });
export const completed = { type: 'turn.completed', usage: { input_tokens: 900, cached_input_tokens: 800, output_tokens: 20 } };
export const failedTurn = (sentence: string) => ({ type: 'turn.failed', error: { message: sentence } });
