import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const windowChars = 8;

/** What 8 characters of these values, as they are or in base64 or hex, are found in a text, whatever wraps or escapes it. */
export function leaksIn(text: string, values: readonly string[]): string[] {
  const standing = windowsOf(text);
  const joined = windowsOf(text.replace(/\\[nrt]|[\s\\]/g, ''));
  const leaks = new Set<string>();
  for (const form of values.flatMap(formsOf)) {
    for (const part of windowsOf(form)) if (standing.has(part) || joined.has(part)) leaks.add(part);
  }
  return [...leaks];
}

/** The leaks in every file of a folder, by path. */
export function leaksUnder(folder: string, values: readonly string[]): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const leaks = leaksIn(readFileSync(path, 'latin1'), values);
    if (leaks.length > 0) found[path] = leaks;
  }
  return found;
}

function windowsOf(text: string): Set<string> {
  const windows = new Set<string>();
  for (let at = 0; at + windowChars <= text.length; at++) windows.add(text.slice(at, at + windowChars));
  return windows;
}

function formsOf(value: string): string[] {
  const lines = value.split('\n').filter((line) => line.length >= windowChars && !line.startsWith('-----'));
  return lines.flatMap((line) => [
    line,
    encodeURIComponent(line),
    Buffer.from(line).toString('hex'),
    Buffer.from(line).toString('hex').toUpperCase(),
    // The first characters belong to what stands before.
    ...['', 'x', 'xy'].flatMap((before) => {
      const core = Buffer.from(before + line)
        .toString('base64')
        .slice(before.length === 0 ? 0 : before.length + 1)
        .replace(/.?=*$/, '');
      return [core, core.replaceAll('+', '-').replaceAll('/', '_')];
    }),
  ]);
}
