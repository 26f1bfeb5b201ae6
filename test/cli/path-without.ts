import { existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

/** A PATH with all programs of the system but one. */
export function pathWithout(program: string, scratch: string): string {
  const tools = join(scratch, `without-${program}`);
  mkdirSync(tools);
  for (const name of readdirSync('/usr/bin')) if (name !== program) symlinkSync(join('/usr/bin', name), join(tools, name));
  if (!existsSync(join(tools, 'sh'))) symlinkSync('/bin/sh', join(tools, 'sh'));
  return tools;
}
