import { tellRun } from '../../../app/settle/tell-run.ts';
import { type CliCommand, examples } from '../cli-command.ts';
import { nameOfUser } from '../name-of-user.ts';
import { printRefusal } from '../print-refusal.ts';

const waitMs = 5_000;

export const say: CliCommand = {
  register(program, terminal, done) {
    program
      .command('say')
      .description('tell a run something while it goes on, or answer a question of its own')
      .argument('<run>', 'its id (pawl runs), or "last"')
      .argument('<message>', 'what it is to know, before its next turn or prompt')
      .option('--json', 'one JSON object a line')
      .addHelpText('after', examples(['pawl say 7f3k "only the files below src"']))
      .action(async (run: string, text: string, options: { json?: true }) => {
        const json = options.json === true;
        const told = await tellRun(terminal.cwd, run, { kind: 'say', text }, nameOfUser(), waitMs);
        if (!told.ok) return done(printRefusal(terminal, told.failure, json));
        const { run: id, how, answered } = told.value;
        const what = answered ? 'the answer' : 'it';
        const texts = {
          taken: `run ${id} has ${what}${answered ? '' : ', and hears it before its next turn or prompt'}`,
          kept: `nobody drives run ${id}: it hears ${what} when it is taken up (pawl resume ${id})`,
          waiting: `run ${id} has not taken ${what} yet; it stays in its inbox`,
        };
        if (json) terminal.json({ v: 1, type: 'run.say', run: id, how, answered });
        else terminal.out(`${terminal.style('green', '✓')} ${texts[how]}`);
        done(0);
      });
  },
};
