import type { DemoProject } from '../../../app/demo-project.ts';
import { type CliCommand, examples } from '../cli-command.ts';
import { firstUndone } from '../first-undone.ts';
import { followRun } from '../follow-run.ts';
import { printRefusal } from '../print-refusal.ts';
import { printRun } from '../print-run.ts';
import type { Terminal } from '../terminal.ts';

export const demo: CliCommand = {
  register(program, terminal, done) {
    program
      .command('demo')
      .description('see it at work in a scratch repository, with a scripted agent (no model, no cost)')
      .option('--dir <folder>', 'make the repository there; else in the folder for temporary files')
      .option('--json', 'one JSON object a line')
      .addHelpText('after', examples(['pawl demo', 'pawl demo --dir ~/pawl-demo']))
      .action(async (options: { dir?: string; json?: true }) => {
        const json = options.json === true;
        const { makeDemoProject } = await import('../../../app/demo-project.ts');
        const made = await makeDemoProject(options.dir ?? null, terminal.env);
        if (!made.ok) return done(printRefusal(terminal, made.failure, json));
        const project = made.value;
        if (json) terminal.json({ v: 1, type: 'demo.made', folder: project.folder });
        else printProject(terminal, project);
        const ran = await followRun(terminal, project.run, json);
        if (!ran.ok) return done(printRefusal(terminal, ran.failure, json));
        const { run, status } = ran.value;
        if (!json) await printStory(terminal, project, run);
        done(status === 'succeeded' ? 0 : status === 'cancelled' ? 130 : 1);
      });
  },
};

function printProject(terminal: Terminal, { folder, yours, run }: DemoProject): void {
  terminal.out(`A scratch repository, made for this and kept:  ${folder}`);
  terminal.out('  a small shop in JavaScript, committed on main; 2 of its 6 tests fail');
  terminal.out(`  ${yours}: yours, never added to git`);
  terminal.out('The agent is a script, no model, and costs nothing. The engine, git and the tests are real.');
  terminal.out('');
  typed(terminal, `pawl run ${run.workflow} "${run.input}"`);
}

async function printStory(terminal: Terminal, project: DemoProject, run: string): Promise<void> {
  const { withRun } = await import('../../../app/run-history.ts');
  const { demoGit } = await import('../../../app/demo-project.ts');
  const git = async (what: string, ...argv: string[]) => {
    terminal.out('');
    typed(terminal, `git ${argv.join(' ')}`, what);
    terminal.out(await demoGit(project, argv));
  };
  terminal.out('');
  typed(terminal, `pawl show ${run}`, 'the same run, from its journal');
  const shown = await withRun(project.folder, run, async ({ summary, life }) => {
    printRun(terminal, summary, life);
    return firstUndone(summary);
  });
  await git('what was kept', 'log', '--oneline', '--stat', 'main..');
  if (shown.ok && shown.value !== null)
    await git('what was undone, kept to look at', 'diff', '--stat', `pawl/${run}/${shown.value.from}`, `pawl/${run}/${shown.value.ref}`);
  await git('your file, which the first try had deleted, is here as it was', 'status', '--short');
  terminal.out('');
  terminal.out(`To look around:  cd ${project.folder}`);
  terminal.out('');
  terminal.out('In your own repository, with your own agent:');
  terminal.out('  pawl doctor                        which agents are found here');
  terminal.out('  pawl run self-test "npm test"      the same, for real; --budget 2 stops it at two dollars');
  terminal.out('  pawl list                          the other workflows');
}

function typed(terminal: Terminal, command: string, what = ''): void {
  terminal.out(`${terminal.style('bold', `$ ${command}`)}${what === '' ? '' : terminal.style('dim', `      # ${what}`)}`);
}
