import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Milliseconds that one `sh -c :` takes, its output read to the end: what no engine that runs shell commands can go below. */
export async function spawnFloorMs(count: number): Promise<number> {
  const startedMs = performance.now();
  for (let spawned = 0; spawned < count; spawned++) {
    const child = spawn('sh', ['-c', ':'], { stdio: ['ignore', 'pipe', 'pipe'] });
    child.stdout.resume();
    child.stderr.resume();
    await once(child, 'close');
  }
  return (performance.now() - startedMs) / count;
}

/** Milliseconds that one transaction of one small row takes in `folder`, on disk when it returns (WAL, synchronous = FULL). */
export function commitFloorMs(folder: string, count: number): number {
  const file = join(folder, 'floor.db');
  const database = new DatabaseSync(file);
  try {
    database.exec(
      'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE rows (id INTEGER PRIMARY KEY, body TEXT NOT NULL) STRICT',
    );
    const [begin, insert, commit] = [
      database.prepare('BEGIN IMMEDIATE'),
      database.prepare('INSERT INTO rows (body) VALUES (?)'),
      database.prepare('COMMIT'),
    ];
    const body = 'x'.repeat(200);
    const startedMs = performance.now();
    for (let committed = 0; committed < count; committed++) {
      begin.run();
      insert.run(body);
      commit.run();
    }
    return (performance.now() - startedMs) / count;
  } finally {
    database.close();
    for (const suffix of ['', '-wal', '-shm']) rmSync(`${file}${suffix}`, { force: true });
  }
}
