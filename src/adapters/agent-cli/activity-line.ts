import { isAbsolute, relative } from 'node:path';

const shownChars = 100;

/** A line about what an agent does, short enough to be shown. */
export const activityLine = (line: string): string => (line.length > shownChars ? `${line.slice(0, shownChars)}…` : line);

/** A path as a person in `cwd` would write it. */
export function shownPath(path: string | null, cwd: string): string {
  if (path === null) return 'a file';
  const inside = isAbsolute(path) ? relative(cwd, path) : path;
  return oneLine(inside.startsWith('..') ? path : inside);
}

export const oneLine = (text: string): string => text.trim().replace(/\s+/g, ' ');
