import { appendFile, open, readFile, truncate } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Failure } from '../../../core/model/failure.ts';
import { fail, ok, type Result } from '../../../core/model/result.ts';
import { type CassetteHead, headLine, parseCassette, type RecordedTurn, turnLine } from './cassette-lines.ts';

/** The turns of a cassette by the digests of their requests, and the file that further ones go to. */
export interface CassetteFile {
  readonly path: string;
  readonly head: CassetteHead;
  readonly turns: Map<string, RecordedTurn>;
  /** On disk when it is done; false where it could not be written, and what follows is not either. */
  add(turn: RecordedTurn): Promise<boolean>;
}

/**
 * Opens the cassette at a path. `head`: the model that is recorded, for which a new file is begun where there is none; null = it is only
 * replayed, and has to be there.
 */
export async function openCassetteFile(path: string, head: CassetteHead | null): Promise<Result<CassetteFile, Failure>> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => error);
  try {
    if (!(text instanceof Error) && text !== '') return await openedOf(path, text, head);
    if (text instanceof Error && (text.code !== 'ENOENT' || head === null)) {
      return fail({
        kind: 'not_found',
        message: `the cassette ${path} cannot be read (${text.code})`,
        hint: 'give the path of one, or record it',
      });
    }
    if (head === null) return fail({ kind: 'invalid_output', message: `${path} is empty`, hint: 'record it again' });
    await begin(path, head);
    return ok(fileOf(path, head, []));
  } catch (error) {
    const hint = 'give the path of a file that can be written, in a folder that is there';
    return fail({ kind: 'io', message: `the cassette cannot be written: ${(error as Error).message}`, hint });
  }
}

async function openedOf(path: string, text: string, head: CassetteHead | null): Promise<Result<CassetteFile, Failure>> {
  const parsed = parseCassette(text);
  if (!parsed.ok) return fail({ kind: 'invalid_output', message: `${path}: ${parsed.failure}`, hint: 'record it again' });
  const { head: recorded, turns } = parsed.value;
  if (head !== null && head.name !== recorded.name) {
    return fail({
      kind: 'refused',
      message: `${path} is a cassette of ${recorded.name}, and not of ${head.name}`,
      hint: 'give the path of a new file',
    });
  }
  // Who wrote last died within a line: it would go on into the next one.
  const wholeBytes = Buffer.byteLength(text.slice(0, text.lastIndexOf('\n') + 1));
  if (head !== null && !text.endsWith('\n')) await truncate(path, wholeBytes);
  return ok(fileOf(path, recorded, turns));
}

/** Only its owner can read it. Its name is on disk too when this is done: the first turn is not to be lost with it. */
async function begin(path: string, head: CassetteHead): Promise<void> {
  const file = await open(path, 'w', 0o600);
  try {
    await file.writeFile(headLine(head));
    await file.sync();
  } finally {
    await file.close();
  }
  const folder = await open(dirname(path), 'r');
  await folder.sync().finally(() => folder.close());
}

function fileOf(path: string, head: CassetteHead, turns: readonly RecordedTurn[]): CassetteFile {
  const byDigest = new Map<string, RecordedTurn>();
  const keep = (turn: RecordedTurn): void => void (byDigest.has(turn.digest) || byDigest.set(turn.digest, turn));
  turns.forEach(keep);
  let last: Promise<boolean> = Promise.resolve(true);
  return {
    path,
    head,
    turns: byDigest,
    add(turn) {
      last = last.then(async (isWhole) => {
        if (!isWhole) return false;
        const written = await appendFile(path, turnLine(turn), { flush: true }).then(
          () => true,
          () => false,
        );
        if (written) keep(turn);
        return written;
      });
      return last;
    },
  };
}
