import { type CliCommand, examples } from '../cli-command.ts';
import { printDiagnostics } from '../print-diagnostics.ts';
import { printRefusal } from '../print-refusal.ts';

export const validate: CliCommand = {
  register(program, terminal, done) {
    program
      .command('validate')
      .description('check workflow files and pawl.yml; every mistake at once, with its line')
      .argument('<file...>', 'workflow files, or names (pawl list); or pawl.yml')
      .option('--json', 'one JSON object a line')
      .addHelpText('after', examples(['pawl validate fix.yml pawl.yml', 'pawl validate pawl/*.yml --json']))
      .action(async (files: string[], options: { json?: true }) => {
        const { checkFile } = await import('../../../app/workflows/check-file.ts');
        let exitCode = 0;
        for (const file of files) {
          const checked = await checkFile(file, terminal.cwd);
          if (!checked.ok) exitCode = 1;
          if (!checked.ok && checked.failure.diagnostics === undefined) {
            exitCode = printRefusal(terminal, checked.failure, options.json === true);
            continue;
          }
          const list = checked.ok ? checked.value.warnings : (checked.failure.diagnostics?.list ?? []);
          if (options.json) {
            terminal.json({ v: 1, type: 'validation', file, valid: checked.ok, diagnostics: list });
            continue;
          }
          printDiagnostics(
            terminal,
            file,
            checked.ok ? checked.value.text : (checked.failure.diagnostics?.source ?? ''),
            list,
            terminal.out,
          );
          if (checked.ok) terminal.out(`${terminal.style('green', '✓')} ${file}: ${checked.value.what}`);
        }
        done(exitCode);
      });
  },
};
