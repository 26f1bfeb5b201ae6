import { tellRun } from '../../../app/settle/tell-run.ts';
import { type CliCommand, examples } from '../cli-command.ts';
import { nameOfUser } from '../name-of-user.ts';
import { printRefusal } from '../print-refusal.ts';
import { visibleText } from '../visible-text.ts';

const waitMs = 120_000;

export const ask: CliCommand = {
  register(program, terminal, done) {
    program
      .command('ask')
      .description('ask a running run something about its work, without disturbing it')
      .argument('<run>', 'its id (pawl runs), or "last"')
      .argument('<question>', 'what you want to know')
      .option('--json', 'one JSON object a line')
      .addHelpText('after', examples(['pawl ask 7f3k "how far are you?"']))
      .action(async (run: string, text: string, options: { json?: true }) => {
        const json = options.json === true;
        const told = await tellRun(terminal.cwd, run, { kind: 'ask', text }, nameOfUser(), waitMs);
        if (!told.ok) return done(printRefusal(terminal, told.failure, json));
        const { run: id, answer } = told.value;
        const late = `run ${id} has not answered; pawl show ${id}  has the answer when there is one`;
        if (json) terminal.json({ v: 1, type: 'run.ask', run: id, answer });
        else terminal.out(answer === null ? late : visibleText(answer));
        done(answer === null ? 1 : 0);
      });
  },
};
