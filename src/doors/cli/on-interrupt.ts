import type { Terminal } from './terminal.ts';

/**
 * Ctrl-C once ends the run cleanly; twice ends this process at once. `run`: its id, null while it has not begun; `ending`: what is said the
 * first time.
 */
export function onInterrupt(
  terminal: Terminal,
  json: boolean,
  run: () => string | null,
  ending: string | (() => string),
): { signal: AbortSignal; close(): void } {
  const controller = new AbortController();
  const interrupt = (signal: NodeJS.Signals) => {
    if (controller.signal.aborted) {
      const message = endedAtOnceText(run());
      if (json) terminal.errJson({ v: 1, type: 'warning', message });
      else terminal.err(message);
      process.exit(130);
    }
    if (!json) terminal.err(`\n${typeof ending === 'string' ? ending : ending()} (once more: at once)`);
    controller.abort(signal);
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.on(signal, interrupt);
  return {
    signal: controller.signal,
    close() {
      for (const signal of signals) process.off(signal, interrupt);
    },
  };
}

const endedAtOnceText = (run: string | null): string =>
  run === null
    ? 'ended at once, before the run began'
    : // That it was to be ended is in its journal: whoever takes it up does that.
      `ended at once, in the midst of run ${run}: pawl resume ${run}  ends it cleanly at the last kept state, pawl undo ${run} --anyway  puts back everything`;
