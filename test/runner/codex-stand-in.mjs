#!/usr/bin/env node
// Stands in for the `codex` program.
import { play, valueOf } from './play.mjs';

const denied = [
  { type: 'item.completed', item: { id: 'item_0', type: 'agent_message', text: 'I was not allowed to edit.' } },
  { type: 'turn.completed', usage: {} },
];

await play({
  refusal: ([verb, ...args]) => {
    if (verb !== 'exec' || !args.includes('--json')) return 'Error: stdin is not a terminal\n';
    return args.at(-1) === '-' ? null : 'No prompt provided.\n';
  },
  // Without a word about it the real program only reads.
  mayEdit: (args) => valueOf(args, '--sandbox') === 'workspace-write' || args.includes('--dangerously-bypass-approvals-and-sandbox'),
  denied: denied.map((event) => `${JSON.stringify(event)}\n`).join(''),
});
