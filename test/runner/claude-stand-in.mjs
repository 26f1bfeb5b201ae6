#!/usr/bin/env node
// Stands in for the `claude` program.
import { play, valueOf } from './play.mjs';

const denied = { type: 'result', subtype: 'success', is_error: false, stop_reason: 'end_turn', result: 'I was not allowed to edit.' };

await play({
  // The real program refuses this pair without --verbose.
  refusal: (args) =>
    valueOf(args, '--output-format') === 'stream-json' && !args.includes('--verbose')
      ? 'Error: When using --print, --output-format=stream-json requires --verbose\n'
      : null,
  mayEdit: (args) => {
    const allowed = (valueOf(args, '--allowedTools') ?? '').split(',');
    return allowed.includes('Edit') && allowed.includes('Write');
  },
  denied: `${JSON.stringify(denied)}\n`,
});
