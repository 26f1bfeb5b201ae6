#!/usr/bin/env node
// Stands in for the `claude` program: plays the stream that the file named by STAND_IN holds, a list of steps in JSON.
//   {out} text to stdout · {hex} bytes to stdout · {err} text to stderr · {fill, times} a text many times
//   {edit: {path, content}} edits a file, if the documented flags allow it · {waitMs} · {hang} never ends · {exit} ends
// It also writes what it was called with beside that file, as `<file>.called`.
import { readFileSync, writeFileSync } from 'node:fs';

const file = process.env.STAND_IN;
const args = process.argv.slice(2);
const valueOf = (flag) => (args.includes(flag) ? args[args.indexOf(flag) + 1] : null);
const stdin = readFileSync(0, 'utf8');
writeFileSync(`${file}.called`, JSON.stringify({ args, stdin, cwd: process.cwd() }));

const put = (stream, bytes) => new Promise((resolve) => stream.write(bytes, resolve));

// The real program refuses this pair without --verbose.
if (valueOf('--output-format') === 'stream-json' && !args.includes('--verbose')) {
  await put(process.stderr, 'Error: When using --print, --output-format=stream-json requires --verbose\n');
  process.exit(1);
}

for (const step of JSON.parse(readFileSync(file, 'utf8'))) {
  if ('out' in step) await put(process.stdout, step.out);
  if ('hex' in step) await put(process.stdout, Buffer.from(step.hex, 'hex'));
  if ('err' in step) await put(process.stderr, step.err);
  if ('fill' in step) for (let count = 0; count < step.times; count++) await put(process.stdout, step.fill);
  if ('edit' in step) {
    const allowed = (valueOf('--allowedTools') ?? '').split(',');
    if (!allowed.includes('Edit') || !allowed.includes('Write')) {
      const denied = { type: 'result', subtype: 'success', is_error: false, stop_reason: 'end_turn', result: 'I was not allowed to edit.' };
      await put(process.stdout, `${JSON.stringify(denied)}\n`);
      process.exit(0);
    }
    writeFileSync(step.edit.path, step.edit.content);
  }
  if ('waitMs' in step) await new Promise((resolve) => setTimeout(resolve, step.waitMs));
  if ('hang' in step) await new Promise(() => setInterval(() => undefined, 60_000));
  if ('exit' in step) process.exit(step.exit);
}
