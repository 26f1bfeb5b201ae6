import { readFileSync, statSync } from 'node:fs';

/** The bytes of a file; null where there is none, or something else (to open a named pipe would wait for ever). Links are followed. */
export function readRegular(path: string): Buffer | null {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isFile() ? readFileSync(path) : null;
  } catch {
    return null;
  }
}
