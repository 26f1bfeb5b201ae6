import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { code, says, scriptFile } from '../act/acting.ts';
import { linesOf, pawl, repository } from '../cli/pawl.ts';

const page = readFileSync('docs/primitives.md', 'utf8');
const [query, mail] = [...page.matchAll(/```js\n(.*?)```/gs)].map(([, text]) => text as string);
const named = /`(primitives: \[.*?\])`/.exec(page)?.[1] as string;

test('the primitives of the page are used from the command line as it says, also in TypeScript, and a replay does without them', async () => {
  const typed =
    'import type { X } from "./nowhere.ts";\n' +
    "export const hi: X = { name: 'hi', description: 'Says hi.', arguments: { type: 'array' }, effect: 'pure', perform: () => 'hi' };";
  const repo = repository({
    'primitives.js': `${query}\nexport ${mail?.replace('export ', '')}`,
    'own.mts': typed,
    'pawl.yml': named.replace(']', ', ./own.mts]'),
  });
  const asks = "[await ctx.db.query('select 1 as n'), await ctx.db.query('drop table x').catch((error) => error.message), await ctx.hi()]";
  const script = scriptFile(dirname(repo), [code(asks), says('done')]);
  const done = await pawl(repo, ['act', 'which invoices are open?', '--script', script, '--json']);
  expect([done.stderr, done.code]).toEqual(['', 0]);
  const ended = linesOf(done.stdout).find(({ type }) => type === 'tool.ended');
  expect(ended.output.text).toContain("[ [ { n: 1 } ], 'ctx.db.query: only SELECT', 'hi' ]");
  expect((await pawl(repo, ['replay', 'last'])).stdout).toContain('equal');
});
