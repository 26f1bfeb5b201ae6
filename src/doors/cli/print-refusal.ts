import { exitCodeOf, type Refusal } from '../../core/model/refusal.ts';
import { printDiagnostics } from './print-diagnostics.ts';
import type { Terminal } from './terminal.ts';

/** Says why a request was not carried out, on stderr, and gives its exit code. */
export function printRefusal(terminal: Terminal, refusal: Refusal, json: boolean): number {
  if (json) {
    const { code, message, hint, diagnostics } = refusal;
    terminal.errJson({ v: 1, type: 'error', code, message, hint, file: diagnostics?.file, diagnostics: diagnostics?.list });
    return exitCodeOf(refusal.code);
  }
  if (refusal.diagnostics !== undefined) {
    const { file, source, list } = refusal.diagnostics;
    printDiagnostics(terminal, file, source, list, terminal.err);
  }
  terminal.err(`${terminal.style('red', 'pawl:')} ${refusal.message}`);
  if (refusal.hint !== undefined) terminal.err(`  ${refusal.hint}`);
  return exitCodeOf(refusal.code);
}
