// What the stand-ins for agents' programs share: each plays the stream that the file named by STAND_IN holds, a list of steps
// in JSON.
//   {out} text to stdout · {hex} bytes to stdout · {err} text to stderr · {fill, times} a text many times
//   {edit: {path, content}} edits a file, if the documented flags allow it · {waitMs} · {hang} never ends · {exit} ends
// It also writes what it was called with beside that file, as `<file>.called`.
import { readFileSync, writeFileSync } from 'node:fs';

const put = (stream, bytes) => new Promise((resolve) => stream.write(bytes, resolve));

/**
 * Plays the file. `refusal(args)` gives what the program prints where these arguments make no sense to it (it ends with 1),
 * `mayEdit(args)` whether they allow it to edit, and `denied` is the output by which it says that they do not.
 */
export async function play({ refusal = () => null, mayEdit, denied }) {
  const file = process.env.STAND_IN;
  const args = process.argv.slice(2);
  const stdin = readFileSync(0, 'utf8');
  writeFileSync(`${file}.called`, JSON.stringify({ args, stdin, cwd: process.cwd() }));
  const refused = refusal(args);
  if (refused !== null) {
    await put(process.stderr, refused);
    process.exit(1);
  }
  for (const step of JSON.parse(readFileSync(file, 'utf8'))) {
    if ('out' in step) await put(process.stdout, step.out);
    if ('hex' in step) await put(process.stdout, Buffer.from(step.hex, 'hex'));
    if ('err' in step) await put(process.stderr, step.err);
    if ('fill' in step) for (let count = 0; count < step.times; count++) await put(process.stdout, step.fill);
    if ('edit' in step) {
      if (!mayEdit(args)) {
        await put(process.stdout, denied);
        process.exit(0);
      }
      writeFileSync(step.edit.path, step.edit.content);
    }
    if ('waitMs' in step) await new Promise((resolve) => setTimeout(resolve, step.waitMs));
    if ('hang' in step) await new Promise(() => setInterval(() => undefined, 60_000));
    if ('exit' in step) process.exit(step.exit);
  }
}

/** The argument after a flag; null where the flag is not there. */
export const valueOf = (args, flag) => (args.includes(flag) ? args[args.indexOf(flag) + 1] : null);
