import { claudeRunner } from '../../src/adapters/runner/claude/claude-runner.ts';
import { StandIn } from './stand-in.ts';

export const claudeStandIn = new StandIn('claude', claudeRunner);
export const played = claudeStandIn.played.bind(claudeStandIn);
export const hanging = claudeStandIn.hanging.bind(claudeStandIn);

/** A result as the real program prints one, with other fields where the test says so. */
export const result = (more: Readonly<Record<string, unknown>> = {}): Readonly<Record<string, unknown>> => ({
  type: 'result',
  subtype: 'success',
  is_error: false,
  stop_reason: 'end_turn',
  terminal_reason: 'completed',
  num_turns: 1,
  result: 'done',
  total_cost_usd: 0.25,
  usage: { input_tokens: 10, cache_creation_input_tokens: 3, cache_read_input_tokens: 7, output_tokens: 5 },
  ...more,
});
