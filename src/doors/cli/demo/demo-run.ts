import type { DemoProject } from '../../../app/setup/demo-project.ts';
import { firstUndone } from '../first-undone.ts';
import { printRun } from '../print-run.ts';
import type { Terminal } from '../terminal.ts';
import { typed } from './typed.ts';

/** What was made, and what comes. */
export function printProject(terminal: Terminal, { folder, yours, run }: DemoProject): void {
  terminal.out(`A scratch repository, made for this and kept:  ${folder}`);
  terminal.out('  a small shop in JavaScript, committed on main; 2 of its 6 tests fail');
  terminal.out(`  ${yours}: yours, never added to git`);
  terminal.out('The agent is a script, no model, and costs nothing. The engine, git and the tests are real.');
  terminal.out('');
  terminal.out('What comes: baseline runs the tests once. ready finds that they do not end with a bare number, by which progress could');
  terminal.out('be measured: so a try counts only where all tests pass (ALL_OR_NOTHING), and the run goes on at fix. There the agent');
  terminal.out('tries, and the gate, which is the tests, judges: ✓ kept and committed, or ↺ put back, all of it, and tried again.');
  terminal.out('');
  typed(terminal, `pawl run ${run.workflow} "${run.input}"`);
}

/** The run once more, from its journal and from git. */
export async function printStory(terminal: Terminal, project: DemoProject, run: string): Promise<void> {
  const { withRun } = await import('../../../app/history/run-history.ts');
  const { demoGit } = await import('../../../app/setup/demo-project.ts');
  const git = async (what: string, ...argv: string[]) => {
    terminal.out('');
    typed(terminal, `git ${argv.join(' ')}`, what);
    terminal.out(await demoGit(project, argv));
  };
  terminal.out('');
  typed(terminal, `pawl show ${run}`, 'the same run, from its journal');
  const shown = await withRun(project.folder, run, async (detail) => {
    await printRun(terminal, detail);
    return firstUndone(detail.summary);
  });
  await git('what was kept', 'log', '--oneline', '--stat', 'main..');
  if (shown.ok && shown.value !== null)
    await git('what was undone, kept to look at', 'diff', '--stat', `pawl/${run}/${shown.value.from}`, `pawl/${run}/${shown.value.ref}`);
  await git('your file, which the first try had deleted, is here as it was', 'status', '--short');
}

/** Where to go from here. */
export function printWayOn(terminal: Terminal, { folder }: DemoProject): void {
  terminal.out('');
  terminal.out(`To look around:  cd ${folder}`);
  terminal.out('');
  terminal.out('In your own repository, with your own agent and model:');
  terminal.out('  pawl doctor                        which of them are found here, and what keeps code in');
  terminal.out('  pawl run self-test "npm test"      the same, for real; --budget 2 stops it at two dollars');
  terminal.out('  pawl act "…"                       a task of yours; asks whom the key in your environment belongs to');
  terminal.out('  pawl list                          the other workflows');
}
