import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Json } from '../../src/core/model/json.ts';
import { repository } from '../cli/pawl.ts';

/** A function's two files, in the folder `functions`. */
export function withFunction(
  repo: string,
  name: string,
  code: string,
  input: Json = { type: 'object', description: `Does ${name}.` },
): void {
  const path = join(repo, 'functions', `${name}.ts`);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, code);
  writeFileSync(join(repo, 'functions', `${name}.schema.json`), JSON.stringify(input));
}

const total = `const round = (n: number): number => Math.round(n * 100) / 100;
export default async function total({ file }: { file: string }, ctx: any): Promise<{ total: number }> {
  const text: string = await ctx.fs.read(file);
  const sum = text.trim().split('\\n').reduce((all, line) => all + Number(line), 0);
  await ctx.fs.write('total.txt', String(round(sum)));
  return { total: round(sum) };
}
`;

/** A repository whose `pawl.yml` names one folder, with a function that adds up the lines of a file and one that calls it. */
export function repositoryWithFunctions(): string {
  const repo = repository({ 'numbers.txt': '1\n2.5\n', 'pawl.yml': 'functions: [./functions]\n' });
  const input = { type: 'object', properties: { file: { type: 'string' } }, required: ['file'], additionalProperties: false };
  withFunction(repo, 'total', total, { ...input, description: 'Adds up the lines of a file.' });
  withFunction(
    repo,
    'twice',
    `export default async function twice(input, ctx) {\n  const { total } = await ctx.call('total', input);\n  return total * 2;\n}\n`,
    { ...input, description: 'Twice the total of a file.' },
  );
  return repo;
}
