import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageFolder } from '../../app/surroundings/package-folder.ts';

/** The version in package.json. */
export function packageVersion(): string {
  const text = readFileSync(join(packageFolder, 'package.json'), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
