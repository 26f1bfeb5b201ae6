/*
 * Records the histories beside this file anew: real runs of the command line in a fresh repository, with a scripted agent. Run it with
 * `npm run build && node test/histories/record.ts`, and only where a new event or a new meaning asks for a history of its own: those that
 * are there stand for runs that people have on their disks, and a change of the engine must go on deciding in them what it decided then.
 * A history is never edited by hand. Names given as arguments record those alone; one that is there already is not replaced.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { plots } from './plots.ts';

const bin = fileURLToPath(new URL('../../bin/pawl.js', import.meta.url));
const wanted = process.argv.slice(2);

for (const plot of plots) {
  const file = join(import.meta.dirname, `${plot.name}.jsonl`);
  if (existsSync(file) || (wanted.length > 0 && !wanted.includes(plot.name))) continue;
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'pawl-history-')));
  try {
    const repo = repositoryIn(folder);
    writeFileSync(join(folder, 'workflow.yml'), plot.workflow);
    if (plot.inner !== undefined) writeFileSync(join(folder, 'inner.yml'), plot.inner);
    writeFileSync(join(folder, 'script.json'), JSON.stringify({ byStep: plot.byStep ?? {} }));
    const env = { PATH: process.env.PATH, HOME: folder, TMPDIR: folder, NO_COLOR: '1', SCENE: folder, STEER: `${process.execPath} ${bin}` };
    const steps = plot.commands ?? ['run'];
    for (const command of steps) {
      // `sh`: what a person does between two commands.
      const argv = command.startsWith('sh ') ? ['sh', '-c', command.slice(3)] : [process.execPath, bin, ...argumentsOf(command, folder)];
      const ended = spawnSync(argv[0] as string, argv.slice(1), { cwd: repo, env, encoding: 'utf8', killSignal: 'SIGKILL', timeout: 60_000 });
      console.log(`${plot.name}: ${command} -> ${ended.status ?? ended.signal} ${ended.stderr.trim().split('\n').at(-1) ?? ''}`);
    }
    writeFileSync(file, neutral(eventsIn(repo, plot.ofInner === true), folder));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The command as a plot has it, with the workflow and the agent where a run is begun. */
function argumentsOf(command: string, folder: string): string[] {
  const [verb, ...options] = command.split(' ');
  if (verb !== 'run') return [verb as string, ...options];
  return ['run', join(folder, 'workflow.yml'), '--agent', 'scripted', '--script', join(folder, 'script.json'), ...options];
}

function repositoryIn(folder: string): string {
  const repo = join(folder, 'project');
  mkdirSync(repo);
  const git = (...argv: string[]): void => {
    execFileSync('git', argv, { cwd: repo, env: { ...process.env, HOME: folder }, stdio: 'ignore' });
  };
  git('init', '-q', '-b', 'main');
  git('config', 'user.name', 'Ann');
  git('config', 'user.email', 'ann@example.invalid');
  writeFileSync(join(repo, 'a.txt'), 'one\n');
  git('add', '-A');
  git('commit', '-q', '-m', 'first');
  return repo;
}

function eventsIn(repo: string, ofInner: boolean): string {
  const database = new DatabaseSync(join(repo, '.pawl/journal.db'), { readOnly: true });
  const rows = database.prepare('SELECT run, body FROM runs JOIN events USING (run) ORDER BY ordinal, seq').all() as { run: string; body: string }[];
  database.close();
  return rows
    .filter(({ run }) => run.includes('.') === ofInner)
    .map(({ body }) => `${body}\n`)
    .join('');
}

/** Nothing of this machine: neither its folders nor who sits at it. */
function neutral(text: string, folder: string): string {
  return text.replaceAll(folder, '/home/ann').replaceAll(`"by":"${userInfo().username}"`, '"by":"ann"').replaceAll(`by ${userInfo().username}`, 'by ann');
}
