import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { bin, cleanEnv, repository } from '../cli/pawl.ts';
import { acting, calls, code, outputs, says } from './acting.ts';
import { countLetters, functionNamed, keeps, libraryIn, reviewed } from './librarian.ts';

const counts = [code("(await ctx.fs.read('a.txt')).trim().length"), says('three')];
const addCase = (input: object, output: number) => calls('add_case', { name: 'count_letters', input: input as never, output });
const changed = (by: string) => calls('update_function', { source: countLetters.replace('.length +', `.length + ${by} +`) });

test('a librarian adds a case from the record of the act, hears what an edit would break, and mends it', async () => {
  const { script, requests } = keeps(
    calls('add_function', { source: countLetters }),
    addCase({ file: 'a.txt' }, 3),
    addCase({ file: 'other.txt' }, 16),
    addCase({ file: 'a.txt' }, 16),
    changed('1'),
    changed('0'),
    says('Kept one function.'),
  );
  const done = acting(counts, { librarian: script });
  await reviewed(done);
  const told = (at: number): string => JSON.stringify(requests[at]?.messages.at(-1));
  expect(told(2)).toContain('it must give 3');
  expect(told(2)).toContain('and it gives 16');
  expect(told(3)).toContain('That would be no case, as nothing could ever answer it: it calls ctx.fs.read(');
  expect(told(4)).toContain('Noted');
  expect(told(5)).toContain('it must give 16');
  expect(told(5)).toContain('and it gives 17');
  expect(told(6)).toContain('Noted');
  const [entry] = [...(await libraryIn(done.repo)).functions.values()];
  expect(entry?.versions).toHaveLength(2);
  expect(entry?.cases).toMatchObject([
    {
      input: { file: 'a.txt' },
      output: 16,
      run: await done.handle.run,
      calls: [{ primitive: 'fs.read', args: ['a.txt'], result: { ok: true, value: 'one\n' } }],
    },
  ]);
});

test('a case that came between what a librarian set down and its summary is run on the library as it is by then', async () => {
  const repo = repository();
  const pawl = (...argv: string[]) => execFileSync(process.execPath, [bin, 'library', ...argv], { cwd: repo, env: cleanEnv(repo) });
  const first = keeps(calls('add_function', { source: countLetters }), addCase({ file: 'a.txt' }, 16), says('Kept.'));
  await reviewed(acting(counts, { librarian: first.script }, repo));
  pawl('case', 'count_letters', '--remove', '1');
  const { script, requests } = keeps(changed('1'), says('Changed.'), says('Nothing, then.'));
  const done = acting(
    [calls('search_functions', { query: 'letters' }), ...counts],
    {
      librarian(request, number) {
        if (number === 1) pawl('undo', JSON.parse(String(pawl('history', '--json')).split('\n')[0] as string).set);
        return script(request, number);
      },
    },
    repo,
  );
  await reviewed(done);
  const told = JSON.stringify(requests[2]?.messages.at(-1));
  expect(told).toContain('The library has changed since you read it');
  expect(told).toContain('it must give 16');
  expect(done.of('review.ended')).toMatchObject([{ outcome: 'nothing' }]);
  expect([...(await libraryIn(repo)).functions.values()][0]?.versions).toHaveLength(1);
});

test('an act that puts functions together meets the cases of those that it names', async () => {
  const repo = repository();
  const first = keeps(calls('add_function', { source: countLetters }), addCase({ file: 'a.txt' }, 16), says('Kept.'));
  await reviewed(acting(counts, { librarian: first.script }, repo));
  const merged = (source: string) => calls('add_function', { source, parents: ['count_letters'], force: true });
  const done = acting(
    [
      calls('search_functions', { query: 'letters' }),
      merged(functionNamed('letters_of_file')),
      merged(functionNamed('letters_of_file').replace('15', '13')),
      says('done'),
    ],
    { librarian: [says('nothing')] },
    repo,
  );
  await reviewed(done);
  expect(outputs(done).slice(1)).toEqual([expect.stringContaining('it must give 16'), expect.stringContaining('Stored.')]);
});
