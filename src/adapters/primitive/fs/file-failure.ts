import type { Failure } from '../../../core/model/failure.ts';
import { quoted } from '../../../core/model/shown-text.ts';

const words: Readonly<Record<string, readonly [Failure['kind'], string]>> = {
  ENOENT: ['not_found', 'is not there'],
  ENOTDIR: ['not_found', 'leads through a file'],
  EISDIR: ['refused', 'is a folder'],
  EACCES: ['refused', 'may not be reached by this user'],
  EPERM: ['refused', 'may not be changed by this user'],
  ELOOP: ['refused', 'became a link just now'],
  ENOSPC: ['io', 'does not fit: the disk is full'],
  EROFS: ['io', 'lies on a disk that is read-only'],
};

/** What the file system said, about the path that code named. */
export function fileFailure(path: string, error: unknown): Failure {
  const { code = '' } = error as NodeJS.ErrnoException;
  const [kind, what] = words[code] ?? ['io', `cannot be used (${code || String(error)})`];
  return { kind, message: `${quoted(path)} ${what}` };
}
