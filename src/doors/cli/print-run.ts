import { durationText } from '../../core/model/duration.ts';
import { usdOf } from '../../core/model/money.ts';
import { commitText, countText, lastLine, putBackText } from '../../core/views/progress.ts';
import { type AttemptSummary, lookAt, type RunSummary, type StepSummary } from '../../core/views/run-summary.ts';
import { errorLines } from './clipped-lines.ts';
import { costText } from './progress/line-text.ts';
import type { Terminal } from './terminal.ts';

/** A run's story, from its summary. */
export function printRun(terminal: Terminal, summary: RunSummary, life: string): void {
  const { ending, totals, workspace } = summary;
  const state = ending === null ? life : `${ending.status}${ending.outcome === ending.status ? '' : `, ${ending.outcome}`}`;
  const where = workspace?.kind === 'git' ? ` · on ${workspace.branch ?? 'a detached HEAD'}` : '';
  terminal.out(`${summary.workflow} · run ${summary.run} · ${state}${where} · ${new Date(summary.startedAtMs).toLocaleString('sv-SE')}`);
  if ('text' in summary.input && summary.input.text !== '') terminal.out(`  input   ${oneLine(summary.input.text)}`);
  if (totals !== null) {
    const unpriced = totals.unpricedCalls > 0 ? ` and ${totals.unpricedCalls} unpriced` : '';
    terminal.out(
      `  cost    $${usdOf(totals.nanoUsd).toFixed(2)}${unpriced} · ${totals.calls === 1 ? '1 call' : `${totals.calls} calls`} · ${totals.tokens} tokens · ${durationText(Math.max(0, summary.lastAtMs - summary.startedAtMs))}`,
    );
  }
  terminal.out('');
  for (const step of summary.steps) printStep(terminal, summary.run, step);
  for (const warning of summary.warnings) terminal.out(`${terminal.style('yellow', '!')} ${warning}`);
  if (ending?.error) terminal.out(`\n${terminal.style('red', '✗')} ${errorLines(ending.error).join('\n  ')}`);
  printNext(terminal, summary);
}

function printStep(terminal: Terminal, run: string, step: StepSummary): void {
  const mark = step.result === null ? '▸' : step.result.ok ? terminal.style('green', '✓') : terminal.style('red', '✗');
  const indent = step.group === null ? '' : '  ';
  if (step.kind === 'loop' || step.kind === 'parallel') {
    const how = step.result === null ? 'under way' : step.result.ok ? step.result.outcome : step.result.why;
    terminal.out(`${indent}${mark} ${step.step}  ${step.kind}: ${how}${step.kind === 'loop' ? `, ${countText(step)}` : ''}`);
    for (const attempt of step.attempts) printIteration(terminal, run, attempt);
    return;
  }
  const [attempt] = step.attempts;
  if (attempt === undefined) return;
  const cost = step.kind === 'prompt' ? `  ${costText(attempt.nanoUsd ?? 'unpriced')}` : '';
  const said = step.kind === 'command' && attempt.reply !== null ? lastLine(attempt.reply) : '';
  terminal.out(
    `${indent}${mark} ${step.step}  ${step.kind}  ${durationText(attempt.durationMs)}${cost}${said === '' ? '' : terminal.style('dim', `  "${oneLine(said)}"`)}`,
  );
  if (attempt.verdict === 'failed') terminal.out(`${indent}    ${oneLine(attempt.reason)}${putBackText(attempt)}`);
}

function printIteration(terminal: Terminal, run: string, attempt: AttemptSummary): void {
  const numbers = `${durationText(attempt.durationMs)}  ${costText(attempt.nanoUsd ?? 'unpriced')}`;
  switch (attempt.verdict) {
    case 'kept':
      terminal.out(`  ${terminal.style('green', '✓')} ${attempt.iteration}  kept${commitText(attempt)}  ${numbers}`);
      return;
    case 'running':
      terminal.out(`  ▸ ${attempt.iteration}  under way`);
      return;
    case 'undone':
    case 'failed':
      terminal.out(
        `  ${attempt.verdict === 'undone' ? terminal.style('yellow', '↺') : terminal.style('red', '✗')} ${attempt.iteration}  ${oneLine(attempt.reason)}${putBackText(attempt)}  ${numbers}`,
      );
      if (attempt.undone !== null && attempt.undone.paths > 0) {
        terminal.out(terminal.style('dim', `       look: ${lookAt(run, attempt.undone.from, attempt.undone.ref)}`));
      }
      if (attempt.gate !== null && 'text' in attempt.gate.output) {
        for (const line of attempt.gate.output.text.split('\n').slice(-5)) terminal.out(terminal.style('dim', `       │ ${line}`));
      }
  }
}

function printNext(terminal: Terminal, { run, tip, start, taken, ending }: RunSummary): void {
  if (taken !== null) terminal.out(`\n  it was ${taken}`);
  if (taken !== null) return;
  if (ending === null && start === null) return;
  terminal.out('');
  if (tip !== null && ending !== null) terminal.out(`  take   pawl apply ${run}`);
  const unsure = ending === null ? '      --anyway, where files differ from what it recorded last' : '';
  if (start !== null) terminal.out(`  drop   pawl undo ${run}${unsure}`);
}

const oneLine = (text: string): string => {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > 100 ? `${line.slice(0, 97)}...` : line;
};
