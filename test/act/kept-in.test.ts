import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { pathWithout } from '../cli/path-without.ts';
import { linesOf, pawl, repository } from '../cli/pawl.ts';
import { code, says, scriptFile } from './acting.ts';

test('where code cannot be kept in, an act is refused before its model is asked; weak, it says in its journal what is open', async () => {
  const repo = repository();
  const script = scriptFile(dirname(repo), [code("await ctx.fs.write('b.txt', 'x'); 7"), says('done')]);
  const env = { PATH: pathWithout('bwrap', dirname(repo)) };
  const argv = ['act', 'do it', '--script', script, '--json'];
  const refused = await pawl(repo, argv, env);
  expect(refused.code).toBe(2);
  expect(refused.stdout).toBe('');
  expect(linesOf(refused.stderr)[0]).toMatchObject({
    code: 'run/no-sandbox',
    message: expect.stringContaining('`bwrap` is not on PATH'),
    hint: expect.stringContaining('--sandbox weak'),
  });
  expect(linesOf((await pawl(repo, ['runs', '--json'])).stdout)).toEqual([]);
  const weak = await pawl(repo, [...argv, '--sandbox', 'weak'], env);
  expect(weak.code).toBe(0);
  const warnings = linesOf(weak.stdout).filter(({ type }) => type === 'warning');
  expect(warnings).toMatchObject([{ message: expect.stringMatching(/^the sandbox is weak: no namespaces: code that .* can signal/) }]);
  expect(existsSync(join(repo, 'b.txt'))).toBe(true);
  // Nothing is open where no layer is missing.
  const whole = await pawl(repo, [...argv, '--sandbox', 'weak']);
  expect(linesOf(whole.stdout).filter(({ type }) => type === 'warning')).toEqual([]);
});
