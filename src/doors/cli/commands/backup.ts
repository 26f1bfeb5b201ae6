import { type CliCommand, examples } from '../cli-command.ts';
import { printRefusal } from '../print-refusal.ts';

export const backup: CliCommand = {
  register(program, terminal, done) {
    program
      .command('backup')
      .description('copy the state of all runs to a new folder, also while one is at work; moved to .pawl it is that state again')
      .argument('<folder>', 'where to; must not be there yet, and lie outside the work tree')
      .option('--json', 'one JSON object')
      .addHelpText('after', examples(['pawl backup ../pawl-state', 'pawl backup "/backups/pawl-$(date +%F)"']))
      .action(async (folder: string, options: { json?: true }) => {
        const { backUpState } = await import('../../../app/upkeep/back-up-state.ts');
        const made = await backUpState(terminal.cwd, folder);
        if (!made.ok) return done(printRefusal(terminal, made.failure, options.json === true));
        const { runs, events, blobs, bytes, notes } = made.value;
        if (options.json) terminal.json({ v: 1, type: 'backup', ...made.value });
        else {
          terminal.out(
            `backed up ${runs} runs with ${events} events and ${blobs} blobs (${(bytes / 1e6).toFixed(1)} MB) to ${made.value.folder}`,
          );
          for (const note of notes) terminal.out(`  not in it: ${note}`);
        }
        done(0);
      });
  },
};
