import { errorPages } from '../../app/surroundings/error-pages.ts';
import { diagnosticText, summaryText } from '../../app/workflows/diagnostic-text.ts';
import type { Diagnostic } from '../../core/model/diagnostic.ts';
import type { Terminal } from './terminal.ts';

/** Every diagnostic with its line and caret, and how many there are. */
export function printDiagnostics(
  terminal: Terminal,
  file: string,
  source: string,
  list: readonly Diagnostic[],
  print: (line: string) => void,
): void {
  for (const diagnostic of list) {
    const style = diagnostic.severity === 'error' ? 'red' : 'yellow';
    const [first, ...rest] = diagnosticText(source, file, diagnostic).split('\n');
    print(terminal.style(style, first ?? ''));
    for (const line of rest) print(line);
  }
  if (list.length > 0) print(`${summaryText(list)}  ${errorPages} has a page for each code.`);
}
