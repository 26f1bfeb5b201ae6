import { type CliCommand, examples } from '../cli-command.ts';
import { printRefusal } from '../print-refusal.ts';
import type { Terminal } from '../terminal.ts';

const marks = { good: ['✓', 'green'], poor: ['!', 'yellow'], bad: ['✗', 'red'] } as const;

export const doctor: CliCommand = {
  register(program, terminal, done) {
    program
      .command('doctor')
      .description('what Pawl finds on this machine and in this folder, and what is missing')
      .option('--repair', 'move a damaged journal aside and save all that can be read of it into a new one')
      .option('--json', 'one JSON object a line')
      .addHelpText('after', examples(['pawl doctor', 'pawl doctor --json', 'pawl doctor --repair']))
      .action(async (options: { repair?: true; json?: true }) => {
        if (options.repair) return done(await repair(terminal, options.json === true));
        const { examine } = await import('../../../app/upkeep/examine.ts');
        const findings = await examine(terminal.cwd, terminal.env);
        for (const finding of findings) {
          if (options.json) {
            terminal.json({ v: 1, type: 'finding', ...finding });
            continue;
          }
          const [mark, style] = marks[finding.state];
          terminal.out(`${terminal.style(style, mark)} ${finding.what.padEnd(12)} ${finding.found}`);
          if (finding.hint !== undefined) terminal.out(`  ${' '.repeat(12)} ${finding.hint}`);
        }
        done(findings.some((finding) => finding.state === 'bad') ? 1 : 0);
      });
  },
};

/** Says what was saved and what was not, as far as that can be known. */
async function repair(terminal: Terminal, json: boolean): Promise<number> {
  const { repairState } = await import('../../../app/upkeep/repair-state.ts');
  const repaired = await repairState(terminal.cwd);
  if (!repaired.ok) return printRefusal(terminal, repaired.failure, json);
  const { aside, runs, ended, lost } = repaired.value;
  if (json) {
    terminal.json({ v: 1, type: 'repair', aside, runs, ended, lost });
    return 0;
  }
  if (aside === null) {
    terminal.out('the repair that was cut off is finished');
    return 0;
  }
  const events = runs.reduce((sum, { kept }) => sum + kept, 0);
  terminal.out(`saved ${events} events of ${runs.length} runs into a new journal`);
  for (const { run, kept, behindGap } of runs.filter((each) => each.behindGap > 0)) {
    terminal.out(`  ${run}: its first ${kept} events; the next is lost, and so ${behindGap} that stand behind it are not saved`);
  }
  if (lost.length > 0) terminal.out(`  lost: ${lost.join(', ')}`);
  if (ended.length > 0) {
    terminal.out(`  ended as failed, as nobody can know whether there was more: ${ended.join(', ')}`);
    terminal.out('  pawl undo RUN --anyway  puts back what one of them changed');
  }
  terminal.out(`the damaged files are in ${aside}; remove it when you no longer need them`);
  return 0;
}
