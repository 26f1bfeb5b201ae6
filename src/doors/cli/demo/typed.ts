import type { Terminal } from '../terminal.ts';

/** A command as if it were typed, with what it shows. */
export function typed(terminal: Terminal, command: string, what = ''): void {
  terminal.out(`${terminal.style('bold', `$ ${command}`)}${what === '' ? '' : terminal.style('dim', `      # ${what}`)}`);
}
