import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder of this bench's own, removed when the process ends. `TMPDIR` says on which disk. */
export function scratchPlace(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'pawl-bench-')));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  return folder;
}

/** A git repository with so many small files, a hundred a folder, all committed. */
export function repositoryOf(folder: string, files: number): string {
  for (let file = 0; file < files; file++) {
    const place = join(folder, `folder-${Math.floor(file / 100)}`);
    if (file % 100 === 0) mkdirSync(place, { recursive: true });
    writeFileSync(join(place, `file-${file}.txt`), `The text of file ${file}.\n`);
  }
  const git = (...args: string[]): void => {
    execFileSync('git', ['-c', 'gc.auto=0', ...args], {
      cwd: folder,
      stdio: 'ignore',
    });
  };
  git('init', '-q');
  git('config', 'user.name', 'Bench');
  git('config', 'user.email', 'bench@localhost');
  git('add', '-A');
  git('commit', '-q', '-m', 'start');
  // Packed, as a repository of some age is, and a second status writes the times of the files into the index.
  git('gc', '-q');
  git('status');
  return folder;
}
