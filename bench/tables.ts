import { availableParallelism, cpus, loadavg } from 'node:os';

/** On what, how busy it was, how long it took. */
export function printSurroundings(tookSeconds: number): void {
  const load = loadavg()[0]?.toFixed(1);
  console.log(
    `Node ${process.versions.node} · ${availableParallelism()} × ${cpus()[0]?.model ?? 'unknown processor'} · load ${load} · ${tookSeconds.toFixed(0)} s`,
  );
  console.log('Medians, with (min–max). Every ratio is of figures measured next to one another.\n');
}

export function printTable(head: readonly string[], rows: readonly (readonly string[])[]): void {
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => (row[column] ?? '').length)));
  const line = (cells: readonly string[]): string =>
    `| ${widths.map((width, column) => (cells[column] ?? '').padEnd(width)).join(' | ')} |`;
  for (const text of [line(head), `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`, ...rows.map(line)]) console.log(text);
  console.log('');
}
