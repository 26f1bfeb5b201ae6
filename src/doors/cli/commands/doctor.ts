import { type CliCommand, examples } from '../cli-command.ts';

const marks = { good: ['✓', 'green'], poor: ['!', 'yellow'], bad: ['✗', 'red'] } as const;

export const doctor: CliCommand = {
  register(program, terminal, done) {
    program
      .command('doctor')
      .description('what Pawl finds on this machine and in this folder, and what is missing')
      .option('--json', 'one JSON object a line')
      .addHelpText('after', examples(['pawl doctor']))
      .action(async (options: { json?: true }) => {
        const { examine } = await import('../../../app/examine.ts');
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
