import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { openLibrary } from '../../src/adapters/store/sqlite/library.ts';
import { okValue } from '../../src/testing/ok-value.ts';
import { sampleSet } from '../../src/testing/sample-library.ts';
import { type Ended, endOf, linesOf, pawl, printed, repository, scripted, startPawl, writeFiles } from '../cli/pawl.ts';
import { docText } from './prose.ts';

/** What docs/json.md says of each type that is no event: the fields that are always there, and those that may be. */
function documented(): Map<string, { always: string[]; maybe: string[] }> {
  const rows = [...docText('docs/json.md').matchAll(/^\| (?:`|any).*? \| `([a-z.-]+)` \| (.*) \|$/gm)];
  return new Map(
    rows.map(([, type, fields]) => {
      const names = (fields as string).replace(/ \(.*?\)/g, '').split(', ');
      return [type as string, { always: names.filter((name) => !name.endsWith('?')), maybe: names.map((name) => name.replace('?', '')) }];
    }),
  );
}

const keeping = 'name: w\nsteps:\n  - { id: fix, prompt: x, loop: { max: 1, until: DONE, gate: "true" } }\n';
const command = (text: string) => `name: w\nsteps:\n  - { id: a, command: "${text}" }\n`;

/** Every command in its JSON form, well and badly used. */
async function everyCommand(): Promise<Ended[]> {
  const repo = repository();
  const ended: Ended[] = [];
  const ask = async (...argv: string[]) => {
    const asked = await pawl(repo, [...argv, '--json']);
    ended.push(asked);
    return asked;
  };
  const keep = async () =>
    linesOf((await ask(...scripted(repo, keeping, [{ write: { 'a.txt': `${ended.length}` }, reply: 'DONE' }]))).stdout)[0].run;
  await ask('apply', await keep());
  await ask('undo', await keep());
  const child = startPawl(repo, [...scripted(repo, command('sleep 30')), '--json']);
  const over = endOf(child);
  const { run } = JSON.parse(await printed(child, (line) => line.includes('"command.requested"')));
  await ask('say', run, 'mind the gap');
  await ask('ask', run, 'how far are you?');
  await ask('pause', run);
  await ask('resume', run);
  await ask('cancel', run);
  ended.push(await over);
  await ask(...scripted(repo, command('true')), '--dry-run');
  await ask(...scripted(repo, 'name: w\nsteps:\n  - { id: a, command: "echo a" }\n  - { id: raw, command: "printf \'\\\\377\'" }\n'));
  writeFiles(repo, { 'bad.yml': 'name: w\nsteps: 7\n' });
  await ask('validate', 'bad.yml', 'self-test');
  await ask('run', 'bad.yml');
  for (const argv of [
    ['list'],
    ['runs'],
    ['show', 'last'],
    ['show', 'last', '--events'],
    ['log', 'last', 'a'],
    ['log', 'last', 'raw'],
    ['show', 'none'],
    ['doctor'],
    ['init'],
    ['init', 'self-test'],
    ['init', '--agent', 'claude'],
  ])
    await ask(...argv);
  await ask('backup', join(dirname(repo), 'state'));
  await ask('gc', '--older-than', '1ms');
  await ask('demo', '--dir', join(dirname(repo), 'demo'));
  await libraryCommands(repo, ask);
  await taskCommands(repo, ask);
  await ask('nonsense');
  writeFileSync(join(repo, '.pawl', 'journal.db'), '');
  await ask('doctor', '--repair');
  writeFileSync(join(repo, '.git', 'index.lock'), '');
  await ask(...scripted(repo, command('true')));
  return ended;
}

async function libraryCommands(repo: string, ask: (...argv: string[]) => Promise<Ended>): Promise<void> {
  writeFiles(repo, {
    'give.ts': '/** Gives what it is given. */\nexport default async function give(input, ctx) {\n  return input;\n}\n',
    'guidance.md': 'Give it.\n',
  });
  await ask('library', 'add', 'give.ts');
  const added = await ask('library', 'add', 'guidance.md', '--guidance', 'Giving', '--about', 'give');
  const { ids } = JSON.parse(added.stdout);
  // Without npm, which may not reach a registry.
  const library = okValue(await openLibrary(join(repo, '.pawl')));
  const environment = { name: 'dates', packages: ['dayjs@1.0.0'], manifest: '{}', lock: '{}', exists: false };
  okValue(await library.apply(sampleSet('by hand', [{ kind: 'put_environment', ...environment }])));
  await library.close();
  await ask('library', 'search', 'give');
  await ask('library', 'show', 'give');
  await ask('library', 'show', ids[0]);
  writeFiles(repo, { 'give.ts': '/** Gives it back. */\nexport default async function give(input, ctx) {\n  return [input];\n}\n' });
  await ask('library', 'edit', 'give', 'give.ts');
  await ask('library', 'case', 'give', '--input', '{}', '--output', '[{}]');
  await ask('library', 'test');
  for (const verb of ['list', 'history', 'env', 'doctor']) await ask('library', verb);
  await ask('library', 'export', join(dirname(repo), 'skills'));
}

async function taskCommands(repo: string, ask: (...argv: string[]) => Promise<Ended>): Promise<void> {
  writeFiles(dirname(repo), { 'turns.json': '[{"text": "done"}]' });
  const script = join(dirname(repo), 'turns.json');
  await ask('task', 'add', 'hook', '--describe', 'call me', '--webhook');
  await ask('task', 'add', 'event', '--describe', 'tell me', '--event', 'e', '--script', script);
  await ask('task', 'run', 'event');
  await ask('task', 'trigger', 'event');
  await ask('serve', '--once', '--port', '0');
  for (const verb of ['show event', 'remove hook']) await ask('task', ...verb.split(' '));
}

test('docs/json.md names every type that the commands print, with its fields, and no others', async () => {
  const types = documented();
  const seen = new Set<string>();
  for (const { stdout, stderr } of await everyCommand()) {
    for (const line of [...linesOf(stdout), ...linesOf(stderr)]) {
      const { v, type, ...fields } = line;
      expect(v).toBe(1);
      if ('seq' in line) {
        expect(line).toMatchObject({ run: expect.any(String), seq: expect.any(Number), at: expect.any(String) });
        continue;
      }
      seen.add(type);
      const { always, maybe } = types.get(type) ?? { always: [], maybe: [] };
      expect(Object.keys(fields), type).toEqual(expect.arrayContaining(always));
      expect(maybe, type).toEqual(expect.arrayContaining(Object.keys(fields)));
    }
  }
  expect([...seen].sort()).toEqual([...types.keys()].sort());
});
