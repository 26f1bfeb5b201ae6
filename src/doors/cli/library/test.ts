import type { CaseRow } from '../../../app/library/test-cases.ts';
import { examples } from '../cli-command.ts';
import { printRefusal } from '../print-refusal.ts';
import type { Terminal } from '../terminal.ts';
import { clipped, visibleText } from '../visible-text.ts';
import type { LibraryCommand } from './library-command.ts';

export const testCommand: LibraryCommand = {
  register(library, terminal, done) {
    library
      .command('test')
      .description('run the cases of a function, or of all: nothing outside is touched, primitives answer from the cases alone')
      .argument('[name]', 'of a function')
      .option('--json', 'one JSON object a line')
      .addHelpText('after', examples(['pawl library test', 'pawl library test readInvoice --json']))
      .action(async (name: string | undefined, { json }: { json?: true }) => {
        const { testCases } = await import('../../../app/library/test-cases.ts');
        const rows = await testCases(terminal.cwd, name ?? null);
        done(rows.ok ? printed(terminal, rows.value, json === true) : printRefusal(terminal, rows.failure, json === true));
      });
  },
};

const marks = { agrees: 'agrees', differs: 'differs', inconclusive: 'says nothing', not_run: 'not run' } as const;

/** 1 where a case differs or could not be run: whoever relies on it must not take silence for agreement. */
function printed(terminal: Terminal, rows: readonly CaseRow[], json: boolean): number {
  for (const row of rows) {
    if (json) terminal.json({ v: 1, type: 'library.case', ...row });
    else if (row.verdict !== 'agrees') printRow(terminal, row);
  }
  const count = (verdict: CaseRow['verdict']): number => rows.filter((row) => row.verdict === verdict).length;
  if (!json) {
    const counted = (Object.keys(marks) as CaseRow['verdict'][]).filter((verdict) => count(verdict) > 0);
    const text = counted.map((verdict) => `${marks[verdict]}: ${count(verdict)}`);
    terminal.out(rows.length === 0 ? 'There are no cases.  pawl library case NAME  adds one.' : text.join(', '));
  }
  return count('differs') + count('not_run') === 0 ? 0 : 1;
}

function printRow(terminal: Terminal, { function: name, number, input, output, verdict, why }: CaseRow): void {
  const shown = (value: CaseRow['input']): string => clipped(visibleText(JSON.stringify(value)), 200);
  terminal.out(`${name}, case ${number}: ${terminal.style(verdict === 'differs' ? 'red' : 'yellow', marks[verdict])}`);
  terminal.out(`  input     ${shown(input)}`);
  terminal.out(`  expected  ${shown(output)}`);
  terminal.out(`  ${(verdict === 'differs' ? 'gives' : 'because').padEnd(8)}  ${visibleText(why ?? '')}`);
}
