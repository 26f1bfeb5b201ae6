import { printReplayed } from '../act/print-replayed.ts';
import { type CliCommand, examples } from '../cli-command.ts';

interface Options {
  readonly sandbox?: string;
  readonly json?: true;
}

export const replay: CliCommand = {
  register(program, terminal, done) {
    program
      .command('replay')
      .description('run the code of an act once more, every call answered from its journal: nothing is touched')
      .argument('<run>', 'its id (pawl runs), or "last"')
      .option('--sandbox <how>', 'weak: run it although a layer of isolation is missing on this machine')
      .option('--json', 'one JSON object')
      .addHelpText(
        'after',
        `\nExits with 0 where all was equal, with 1 where something differs.\n${examples(['pawl replay last', 'pawl replay 7f3k --json'])}`,
      )
      .action(async (run: string, options: Options) => {
        const json = options.json === true;
        const { replayAct } = await import('../../../app/act/replay-act.ts');
        const stopped = new AbortController();
        const interrupt = () => stopped.abort('SIGINT');
        process.once('SIGINT', interrupt);
        const replayed = await replayAct({
          run,
          cwd: terminal.cwd,
          ...(options.sandbox === 'weak' ? { sandbox: 'weak' as const } : {}),
          signal: stopped.signal,
        });
        process.off('SIGINT', interrupt);
        done(printReplayed(terminal, replayed, json));
      });
  },
};
