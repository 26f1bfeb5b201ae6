import { appendFile, writeFile } from 'node:fs/promises';
import type { Failure } from '../../../core/model/failure.ts';
import { fail, ok, type Result } from '../../../core/model/result.ts';
import { callLine, headLine, type RecordedCall, type RecordingHead } from './recording.ts';

/** A recording that is being written. */
export interface RecordingFile {
  /** On disk when it is done; false where it cannot be written any more, and what follows is not either. */
  add(call: RecordedCall): Promise<boolean>;
  /** What must not be written down is taken out of every text. */
  readonly redact: (text: string) => string;
}

/**
 * Begins a recording in a new file, which only its owner can read. Lines are written one after another, each in one piece and on disk
 * before its answer is used: a killed run leaves whole lines, and at most one without its end, which is not read.
 */
export async function createRecording(
  path: string,
  head: RecordingHead,
  redact: (text: string) => string,
): Promise<Result<RecordingFile, Failure>> {
  try {
    await writeFile(path, headLine(head), { flag: 'wx', mode: 0o600, flush: true });
    const append = (line: string): Promise<boolean> =>
      appendFile(path, line, { flush: true }).then(
        () => true,
        () => false,
      );
    let last: Promise<boolean> = Promise.resolve(true);
    return ok({
      redact,
      add(call) {
        last = last.then((isWhole) => isWhole && append(callLine(call, redact)));
        return last;
      },
    });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') {
      return fail({
        kind: 'refused',
        message: `${path} is there already, and no recording is written over`,
        hint: 'give the path of a new file',
      });
    }
    return fail({
      kind: 'io',
      message: `the recording cannot be written: ${message}`,
      hint: 'give the path of a new file in a folder that is there',
    });
  }
}
