#!/usr/bin/env node
// Stands in for the `gemini` program.
import { play, valueOf } from './play.mjs';

const denied = [
  { type: 'message', role: 'assistant', content: 'I was not allowed to edit.', delta: true },
  { type: 'result', status: 'success', stats: {} },
];

await play({
  refusal: (args) => (valueOf(args, '--output-format') === 'stream-json' ? null : 'This stand-in speaks stream-json only.\n'),
  // In any other mode the real program takes the tools that edit away where nobody can be asked.
  mayEdit: (args) => ['auto_edit', 'yolo'].includes(valueOf(args, '--approval-mode')),
  denied: denied.map((event) => `${JSON.stringify(event)}\n`).join(''),
});
