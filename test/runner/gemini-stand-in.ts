import { geminiRunner } from '../../src/adapters/runner/gemini/gemini-runner.ts';
import { StandIn } from './stand-in.ts';

export const geminiStandIn = new StandIn('gemini', geminiRunner);

export const words = (content: unknown, delta = true) => ({ type: 'message', role: 'assistant', content, ...(delta ? { delta } : {}) });
export const use = (tool_name: string, parameters: unknown = {}, tool_id = tool_name) => ({
  type: 'tool_use',
  tool_name,
  tool_id,
  parameters,
});
export const used = (tool_id: string, more: object = { status: 'success' }) => ({ type: 'tool_result', tool_id, ...more });

export const model = (input_tokens: number, output_tokens: number, more: object = {}) => ({
  input_tokens,
  output_tokens,
  total_tokens: input_tokens + output_tokens,
  cached: 0,
  ...more,
});

/** A result as the real program prints one, with other fields where the test says so. */
export const geminiResult = (more: Readonly<Record<string, unknown>> = {}) => ({
  type: 'result',
  status: 'success',
  stats: { models: { 'gemini-a': model(100, 10) } },
  ...more,
});
