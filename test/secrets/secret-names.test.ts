import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { git, linesOf, pawl, repository, scripted } from '../cli/pawl.ts';

const value = 'hunter2-hunter2-hunter2';
const gated = 'name: w\nsteps:\n  - { id: fix, prompt: x, secrets: [TOKEN], loop: { max: 1, gate: "true" } }\n';

test('a commit that holds a secret in nothing but the name of a file is made and said, with the name without it', async () => {
  const repo = repository();
  const sh = 'echo x > "name-$TOKEN"; mkdir "in-$TOKEN"; echo y > "in-$TOKEN/deep"; echo z > plain';
  const run = await pawl(repo, [...scripted(repo, gated, [{ sh }]), '--json'], { TOKEN: value });
  expect(run.code, run.stderr).toBe(0);
  const said = 'holds the value of the secret TOKEN, in in-[secret TOKEN]/deep, name-[secret TOKEN]; take it out';
  expect(run.stdout).toContain(`the commit ${git(repo, 'rev-parse', 'HEAD').slice(0, 7)} ${said}`);
  expect(run.stdout + run.stderr).not.toContain('hunter2');
  expect(git(repo, 'show', '--name-only', '--format=')).toContain(`name-${value}\n`);
});

test('a recording leaves out what has a secret in its path and says so; a replay does the rest', async () => {
  const repo = repository({ [`old-${value}`]: 'x', 'a.txt': 'one\n' });
  const recording = join(dirname(repo), 'recording');
  const sh =
    'echo x > "name-$TOKEN"; printf x > "$(printf "\\377")$TOKEN"; rm "old-$TOKEN"; ln -s a.txt "link-$TOKEN"; echo "$TOKEN" > plain';
  const argv = scripted(repo, gated, [{ sh, reply: 'ok' }]);
  const run = await pawl(repo, [...argv, '--record', recording], { TOKEN: value });
  expect(run.code, run.stderr).toBe(0);
  expect(run.stdout).toContain('a secret is in the path of what this call changed, so the recording leaves it out');
  expect(run.stdout + run.stderr).not.toContain('hunter2');
  const text = readFileSync(recording, 'utf8');
  expect(text).not.toContain('hunter2');
  expect(text).not.toContain(Buffer.from(value).toString('base64').slice(4, 16));
  expect(linesOf(text)[1].changes).toMatchObject([{ kind: 'file', path: 'plain', content: '[secret TOKEN]\n' }]);
  const again = repository();
  const replayed = await pawl(again, [...argv.slice(0, 2), '--replay', recording], { TOKEN: value });
  expect(replayed.code, replayed.stderr).toBe(0);
  expect(readdirSync(again).filter((name) => !name.startsWith('.'))).toEqual(['a.txt', 'plain']);
});
