import { existsSync, globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { docText } from './prose.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const files = globSync('{src,test,checks,bench,bin,docs,workflows}/**/*', { cwd: root }).map((path) => `/${path}`);

/** What a document names in backticks that looks like a file or folder of the project; what has a placeholder in it names none yet. */
const namesIn = (markdown: string): string[] =>
  [...markdown.matchAll(/`([\w.{},/-]+(?:\.ts|\.md|\/))`/g)].map(([, name]) => name as string).filter((name) => !name.startsWith('.'));

test.each(['AGENTS.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md'])('every file and folder that %s names is there', (path) => {
  const names = namesIn(docText(path)).filter((name) => !/^(blobs|git|runs)\//.test(name));
  expect(names).not.toEqual([]);
  expect(
    names.filter((name) => !existsSync(`${root}${name}`) && !files.some((file) => `${file}/`.endsWith(`/${name.replace(/\/$/, '')}/`))),
  ).toEqual([]);
});
