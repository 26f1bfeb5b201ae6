import type { LibraryRow } from '../../../app/library/library-row.ts';
import type { Terminal } from '../terminal.ts';
import { clipped, visibleText } from '../visible-text.ts';

/** Entries, a line each: what it is called, what it does to the outside, what it is for. */
export function printRows(terminal: Terminal, rows: readonly LibraryRow[], json: boolean, none: string): void {
  if (json) {
    for (const row of rows) terminal.json({ v: 1, type: 'library.entry', ...row });
    return;
  }
  if (rows.length === 0) terminal.out(none);
  const told = rows.map((row) => ({ row, name: row.kind === 'function' ? row.name : `${row.id} "${clipped(visibleText(row.name), 60)}"` }));
  const width = Math.min(40, Math.max(0, ...told.map(({ name }) => name.length)));
  for (const { row, name } of told) {
    const mark = row.status === 'active' ? ' ' : terminal.style('yellow', row.status === 'stale' ? '!' : '-');
    const what = row.effectClass === null ? 'guidance' : row.effectClass;
    const start = `${mark} ${name.padEnd(width)}  ${what.padEnd(12)}  `;
    const summary = [row.status === 'active' ? '' : `(${row.status}) `, visibleText(row.summary)].join('');
    terminal.out(`${start}${clipped(summary, Math.max(20, terminal.columns - start.length))}`);
  }
}
