import { appendFile, readFile } from 'node:fs/promises';
import { endLine } from '../core/engine/command-end.ts';
import type { Failure } from '../core/model/failure.ts';
import { fail, ok, type Result } from '../core/model/result.ts';
import { storageMark } from '../core/model/storage-trouble.ts';
import { inlineLimitBytes, type Value } from '../core/model/value.ts';
import { valueOf } from '../journaling/value-store.ts';
import type { ShellOutcome } from '../ports/programs.ts';
import type { Performance } from './performance.ts';

interface ClosedOutput {
  /** What the command printed, and its last line. */
  readonly value: Value;
  /** What is kept of it as text, decoded with replacement; null where nobody looks at it, as it may be 64 MiB. */
  readonly body: string | null;
  /** What it printed, with secrets in it; null where that is the same, or nobody looks at it. */
  readonly raw: string | null;
}

const lenient = new TextDecoder('utf-8', { ignoreBOM: true });

/** A command's output as the journal keeps it: with the line that says how it ended. */
export async function closedOutput(
  performance: Performance,
  shell: ShellOutcome,
  wantsBody: boolean,
): Promise<Result<ClosedOutput, Failure>> {
  const cut = shell.cutBytes > 0 ? `\n[${shell.cutBytes} more bytes of output were not kept]` : '';
  const closing = Buffer.from(`${cut}\n${endLine(shell.end)}`);
  try {
    const kept = await closed(performance, shell.output, closing, wantsBody);
    return kept.ok ? ok({ ...kept.value, raw: shell.raw === undefined ? null : lenient.decode(shell.raw) }) : kept;
  } catch (error) {
    return fail({ kind: 'io', message: `the output could not be kept: ${(error as Error).message}`, ...storageMark(error) });
  }
}

async function closed(
  { blobs }: Performance,
  output: ShellOutcome['output'],
  closing: Buffer,
  wantsBody: boolean,
): Promise<Result<Omit<ClosedOutput, 'raw'>, Failure>> {
  if (!('file' in output) || output.bytes <= inlineLimitBytes - closing.length) {
    const body = 'file' in output ? await readFile(output.file) : output.bytes;
    const value = await valueOf(blobs, Buffer.concat([body, closing]));
    return value.ok ? ok({ value: value.value, body: wantsBody ? lenient.decode(body) : null }) : value;
  }
  await appendFile(output.file, closing);
  const adopted = await blobs.adopt(output.file);
  if (!adopted.ok) return adopted;
  const value = { blob: adopted.value, bytes: output.bytes + closing.length };
  if (!wantsBody) return ok({ value, body: null });
  const stored = await blobs.get(adopted.value);
  return stored.ok ? ok({ value, body: lenient.decode(stored.value.subarray(0, output.bytes)) }) : stored;
}
