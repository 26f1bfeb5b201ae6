import { type CliCommand, examples } from '../cli-command.ts';
import { printDiagnostics } from '../print-diagnostics.ts';
import { printRefusal } from '../print-refusal.ts';

export const validate: CliCommand = {
  register(program, terminal, done) {
    program
      .command('validate')
      .description('check workflow files; every mistake at once, with its line')
      .argument('<file...>', 'workflow files, or names (pawl list)')
      .option('--json', 'one JSON object a line')
      .addHelpText('after', examples(['pawl validate fix.yml', 'pawl validate pawl/*.yml --json']))
      .action(async (files: string[], options: { json?: true }) => {
        const { checkedWorkflow } = await import('../../../app/checked-workflow.ts');
        const { rootOf } = await import('../../../app/root.ts');
        let exitCode = 0;
        for (const file of files) {
          const checked = await checkedWorkflow(file, terminal.cwd, rootOf(terminal.cwd));
          const found = checked.ok ? checked.value : checked.failure.diagnostics;
          if (found === undefined && !checked.ok) {
            exitCode = printRefusal(terminal, checked.failure, options.json === true);
            continue;
          }
          const list = checked.ok ? checked.value.warnings : (checked.failure.diagnostics?.list ?? []);
          if (!checked.ok) exitCode = 1;
          if (options.json) terminal.json({ v: 1, type: 'validation', file, valid: checked.ok, diagnostics: list });
          else {
            const source = checked.ok ? checked.value.source.text : (checked.failure.diagnostics?.source ?? '');
            printDiagnostics(terminal, file, source, list, terminal.out);
            if (checked.ok)
              terminal.out(
                `${terminal.style('green', '✓')} ${file}: ${checked.value.workflow.name}, ${stepsText(checked.value.workflow.steps.length)}`,
              );
          }
        }
        done(exitCode);
      });
  },
};

const stepsText = (count: number): string => (count === 1 ? '1 step' : `${count} steps`);
