import type { Opening } from '../../../app/run-options.ts';
import { durationText } from '../../../core/model/duration.ts';
import { Progress } from '../../../core/views/progress.ts';
import type { Terminal } from '../terminal.ts';
import { costText, lineText } from './line-text.ts';
import type { Printer } from './printer.ts';

const redrawMs = 250;
const clearLine = '\r\u001b[2K';

/** What has ended stays, one line each; the last line says what is under way and is redrawn in place. */
export function liveLines(terminal: Terminal, agent: string | null, workflow: Opening['workflow']): Printer {
  const progress = new Progress();
  const startedMs = new Map<string, number>();
  const doing = new Map<string, string>();
  const roundsOf = new Map(workflow.steps.map((step) => [step.id, step.kind === 'prompt' ? (step.loop?.max ?? 0) : 0]));
  let spentNanoUsd = 0;
  const draw = () => terminal.raw(clearLine + status());
  const timer = setInterval(draw, redrawMs);
  timer.unref();

  function status(): string {
    const parts = progress.underway().map(({ step, kind, iteration }) => {
      const key = `${step} ${iteration}`;
      if (!startedMs.has(key)) startedMs.set(key, performance.now());
      const elapsed = durationText(performance.now() - (startedMs.get(key) as number));
      const what = doing.get(step) ?? (kind === 'command' ? 'runs' : `${agent ?? 'agent'} is at work`);
      const place = iteration > 0 ? `${step} ${iteration} of ${roundsOf.get(step)}` : step;
      return `▸ ${place} · ${what} · ${elapsed}`;
    });
    const spent = spentNanoUsd > 0 && parts.length > 0 ? `   ${costText(spentNanoUsd)}` : '';
    return `${parts.join('   ')}${spent}`.slice(0, terminal.columns - 1);
  }

  return {
    event(stored) {
      if (stored.event.type === 'gate.requested') doing.set(stored.event.step, 'the gate runs');
      if (stored.event.type === 'prompt.requested' || stored.event.type === 'restore.requested') doing.delete(stored.event.step);
      if (stored.event.type === 'prompt.ended') spentNanoUsd += stored.event.usage.nanoUsd ?? 0;
      const lines = progress.lines(stored);
      if (lines.length > 0) terminal.raw(`${clearLine}${lines.map((line) => `${lineText(terminal, line)}\n`).join('')}`);
      draw();
    },
    activity(step, line) {
      doing.set(step, line.replace(/\s+/g, ' '));
      draw();
    },
    close() {
      clearInterval(timer);
      terminal.raw(clearLine);
    },
  };
}
