import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/**
 * Files stay small enough to be read in one sitting, and are named for their noun. Assembly is what grows, and may, if it
 * stands here with its reason.
 */
const maxLines = 350;

/** Path under the project -> why it is one file. */
const longFiles: Readonly<Record<string, string>> = {};

/** Names that say nothing, so that anything can be put there. */
const drawers = /(^|[-.])(utils?|helpers?|commons?|misc|managers?|stuff|lib)([-.]|$)/;

/** One sentence for each file or folder under `root`'s src that is too long, a drawer, or an exception no longer needed. */
export function sizeFindings(root: string, exceptions: Readonly<Record<string, string>> = longFiles): string[] {
  const findings: string[] = [];
  const long = new Set<string>();
  for (const path of readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' }).sort()) {
    const name = relative(root, join(root, 'src', path));
    if (drawers.test(basename(name)))
      findings.push(
        `${name}: a drawer, where anything could lie; name it for the one noun that it holds, or move its parts to where they are used.`,
      );
    if (!name.endsWith('.ts')) continue;
    const lines = readFileSync(join(root, name), 'utf8').split('\n').length - 1;
    if (lines <= maxLines) continue;
    long.add(name);
    if (!(name in exceptions))
      findings.push(`${name}: ${lines} lines, more than ${maxLines}; find the second noun in it and give it a file of its own.`);
  }
  for (const name of Object.keys(exceptions)) {
    if (!long.has(name)) findings.push(`${name}: an exception that is not needed any more; remove it from checks/file-sizes.ts.`);
  }
  return findings;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const findings = sizeFindings(dirname(dirname(fileURLToPath(import.meta.url))));
  for (const finding of findings) console.log(finding);
  process.exitCode = findings.length === 0 ? 0 : 1;
}
