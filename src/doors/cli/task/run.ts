import type { StoredEvent } from '../../../core/events/envelope.ts';
import { ActPrinter } from '../act/act-printer.ts';
import { examples } from '../cli-command.ts';
import { onInterrupt } from '../on-interrupt.ts';
import { printRefusal } from '../print-refusal.ts';
import { jsonOf } from '../progress/json-lines.ts';
import type { Terminal } from '../terminal.ts';
import type { TaskCommand } from './task-command.ts';

export const run: TaskCommand = {
  register(task, terminal, done) {
    task
      .command('run')
      .description('run a task now, whatever its schedule says; refused while it is at work')
      .argument('<name>', 'of the task')
      .option('--json', 'one JSON object a line: the events of its run, then how it stands')
      .addHelpText('after', examples(['pawl task run nightly', 'pawl task run nightly --json']))
      .action(async (name: string, { json }: { json?: true }) => done(await ran(terminal, name, json === true)));
  },
};

async function ran(terminal: Terminal, name: string, json: boolean): Promise<number> {
  const { runTask } = await import('../../../app/tasks/run-task.ts');
  let begun: string | null = null;
  const interrupts = onInterrupt(terminal, json, () => begun, 'ending the run: what it did so far stays');
  const printer = new ActPrinter(terminal);
  const onEvent = (stored: StoredEvent): void => {
    begun = stored.run;
    if (json) terminal.json(jsonOf(stored));
    else printer.event(stored);
  };
  const onHindered = (why: string): void => {
    if (json) terminal.errJson({ v: 1, type: 'warning', message: `it waits: ${why}` });
    else terminal.err(`it waits: ${why}`);
  };
  const performed = await runTask(terminal.cwd, name, { env: terminal.env, signal: interrupts.signal, onEvent, onHindered });
  interrupts.close();
  if (!performed.ok) return printRefusal(terminal, performed.failure, json);
  const { state, note } = performed.value;
  if (json) {
    const { occurrenceJson } = await import('./task-json.ts');
    terminal.json(occurrenceJson(performed.value));
  } else await printEnd(terminal, performed.value.run, state, note, begun !== null);
  return state === 'succeeded' ? 0 : state === 'asking' ? 4 : state === 'cancelled' ? 130 : 1;
}

async function printEnd(terminal: Terminal, id: string, state: string, note: string | null, hasRun: boolean): Promise<void> {
  if (!hasRun) return terminal.err(`${terminal.style('red', 'pawl:')} ${note ?? `it is ${state}`}`);
  const { withRun } = await import('../../../app/history/run-history.ts');
  const { printActEnd } = await import('../act/print-act.ts');
  const printed = await withRun(terminal.cwd, id, ({ summary, life, text }) => printActEnd(terminal, summary, life, text));
  if (!printed.ok) printRefusal(terminal, printed.failure, false);
}
