import { tellRun } from '../../../app/settle/tell-run.ts';
import { type CliCommand, examples } from '../cli-command.ts';
import { nameOfUser } from '../name-of-user.ts';
import { printRefusal } from '../print-refusal.ts';

const waitMs = 5_000;

export const pause: CliCommand = {
  register(program, terminal, done) {
    program
      .command('pause')
      .description('let a running run begin nothing new until pawl resume; what is under way goes on')
      .argument('<run>', 'its id (pawl runs), or "last"')
      .option('--json', 'one JSON object a line')
      .addHelpText('after', examples(['pawl pause 7f3k', 'pawl resume 7f3k']))
      .action(async (run: string, options: { json?: true }) => {
        const json = options.json === true;
        const told = await tellRun(terminal.cwd, run, { kind: 'pause' }, nameOfUser(), waitMs);
        if (!told.ok) return done(printRefusal(terminal, told.failure, json));
        const { run: id, how } = told.value;
        const isPaused = `${terminal.style('green', '✓')} run ${id} is paused; pawl resume ${id}  lets it go on`;
        if (json) terminal.json({ v: 1, type: 'run.pause', run: id, how });
        else terminal.out(how === 'taken' ? isPaused : `run ${id} has been asked to pause`);
        done(0);
      });
  },
};
