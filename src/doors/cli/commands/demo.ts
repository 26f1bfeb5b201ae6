import { type CliCommand, examples } from '../cli-command.ts';
import { printProject, printStory, printWayOn } from '../demo/demo-run.ts';
import { showAct } from '../demo/show-act.ts';
import { followRun } from '../follow-run.ts';
import { printRefusal } from '../print-refusal.ts';

export const demo: CliCommand = {
  register(program, terminal, done) {
    program
      .command('demo')
      .description('see a run and an act at work in a scratch repository, with a scripted agent and model (no cost)')
      .option('--dir <folder>', 'make the repository there; else in the folder for temporary files')
      .option('--json', 'one JSON object a line')
      .addHelpText('after', examples(['pawl demo', 'pawl demo --dir ~/pawl-demo']))
      .action(async (options: { dir?: string; json?: true }) => {
        const json = options.json === true;
        const { makeDemoProject } = await import('../../../app/setup/demo-project.ts');
        const made = await makeDemoProject(options.dir ?? null, terminal.env);
        if (!made.ok) return done(printRefusal(terminal, made.failure, json));
        const project = made.value;
        if (json) terminal.json({ v: 1, type: 'demo.made', folder: project.folder });
        else printProject(terminal, project);
        const ran = await followRun(terminal, project.run, json);
        if (!ran.ok) return done(printRefusal(terminal, ran.failure, json));
        const { run, status } = ran.value;
        if (!json) await printStory(terminal, project, run);
        if (status !== 'succeeded') return done(status === 'cancelled' ? 130 : 1);
        const code = await showAct(terminal, project, json);
        if (!json) printWayOn(terminal, project);
        done(code);
      });
  },
};
