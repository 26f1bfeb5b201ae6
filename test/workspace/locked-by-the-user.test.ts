import { spawnSync } from 'node:child_process';
import { chmodSync } from 'node:fs';
import { expect, test } from 'vitest';
import { Scene } from './scene.ts';

/** Root may read everything and would prove nothing. */
const asOther = process.getuid?.() === 0 ? ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'] : [];

const lockedCases = [
  {
    title: 'a file and a folder that nobody recorded',
    setup: 'mkdir priv; echo ONLY > priv/p; echo ONLY > key',
    lock: 'true',
    damage: 'chmod -R u+rwX .',
    firstLocked: true,
    words: ['./key:ONLY', './priv/p:ONLY'],
  },
  {
    title: 'a tracked file',
    setup: 'echo ONLY > key; git add key; git commit -qm key; echo MINE > key',
    lock: 'true',
    damage: 'chmod -R u+rwX .; echo new > came; rm a',
    firstLocked: true,
    words: ['./a:a', './key:MINE'],
  },
  {
    title: 'a file that the ignore rules name as shown',
    setup: 'printf "*\\n!key\\n!.gitignore\\n" > .gitignore; echo ONLY > key',
    lock: 'true',
    damage: 'chmod u+rw key; echo x > a',
    firstLocked: true,
    words: ['./a:a', './key:ONLY'],
  },
  {
    title: 'a folder that could be read once and has got a file since, and a file that was recorded',
    setup: 'mkdir priv; echo old > priv/p; echo rec > key',
    lock: 'echo ONLY > priv/q; chmod 000 priv key',
    damage: 'chmod -R u+rwX .; echo x > priv/p; echo x > key',
    firstLocked: false,
    words: ['./key:rec', './priv/p:old', './priv/q:ONLY'],
  },
];

for (const { title, setup, lock, damage, firstLocked, words } of lockedCases) {
  test.skipIf(asOther.length > 0 && spawnSync('setpriv', ['--version']).status !== 0)(
    `what the user had locked stays and is locked again after a step opened it: ${title} (root needs setpriv for this)`,
    { timeout: 60_000 },
    () => {
      const folder = new Scene().base;
      chmodSync(folder, 0o777);
      const here = new URL('./unreadable-as-ordinary-user.ts', import.meta.url).pathname;
      const locking = firstLocked ? 'chmod 000 key; test ! -d priv || chmod 000 priv' : 'true';
      const [program, ...args] = [...asOther, process.execPath, here, folder, `${setup}; ${locking}`, lock, damage];
      const ran = spawnSync(program as string, args, {
        encoding: 'utf8',
        env: { PATH: process.env['PATH'] ?? '', HOME: folder },
      });
      expect(ran.stderr.replace(/^find: .*Permission denied\n/gm, '')).toBe('');
      const seen = JSON.parse(ran.stdout) as { before: string; after: string; words: string; notes: string[] };
      expect(seen.after).toBe(seen.before);
      for (const line of words) expect(seen.words.split('\n')).toContain(line);
      expect(seen.notes).toEqual([]);
    },
  );
}
