import type { Opening, RunResult } from '../../app/run-options.ts';
import { durationText } from '../../core/model/duration.ts';
import { usdOf } from '../../core/model/money.ts';
import { filesText } from '../../core/views/progress.ts';
import { lastAttempt, lookAt, type RunSummary } from '../../core/views/run-summary.ts';
import { clippedLines, errorLines } from './clipped-lines.ts';
import { firstUndone } from './first-undone.ts';
import type { Terminal } from './terminal.ts';

/** The first line of a run: what runs, where, who answers. */
export function openingText({ run, workflow, report, agent }: Opening): string {
  const { facts } = report;
  const place = facts.kind === 'plain' ? 'no git repository: nothing can be put back' : `on ${facts.branch ?? 'a detached HEAD'}`;
  const yours = facts.dirtyFiles > 0 ? `, ${filesText(facts.dirtyFiles)} of yours uncommitted (kept safe)` : '';
  return [workflow.name, `run ${run}`, `${place}${yours}`, ...(agent === null ? [] : [`agent ${agent.label}`])].join(' · ');
}

/** The last lines of a run: how it ended, and what to do next. */
export function printEnding(terminal: Terminal, { workflow, budgetUsd }: Opening, summary: RunSummary, result: RunResult): void {
  const { totals, outcome, status } = result;
  const whole = status === 'succeeded' && outcome === 'completed';
  const mark = whole ? terminal.style('green', '✓') : status === 'succeeded' ? terminal.style('yellow', '!') : terminal.style('red', '✗');
  const ended = outcome === 'completed' ? 'finished' : status === 'succeeded' ? `ended: ${outcome}` : outcome;
  const money = `$${usdOf(totals.nanoUsd).toFixed(2)}${budgetUsd === null ? '' : ` of $${budgetUsd.toFixed(2)}`}`;
  const facts = [
    `${mark} ${workflow.name} ${ended}`,
    ...(totals.commits > 0 ? [commitsText(totals.commits, summary)] : []),
    ...(totals.undone > 0 ? [`${totals.undone} undone`] : []),
    ...(totals.failed > 0 ? [`${totals.failed} failed`] : []),
    durationText(Math.max(0, summary.lastAtMs - summary.startedAtMs)),
    ...(totals.calls > 0 ? [totals.unpricedCalls > 0 ? `${money} and ${totals.unpricedCalls} unpriced` : money] : []),
  ];
  terminal.out('');
  terminal.out(facts.join(' · '));
  if (result.error !== null) for (const line of errorLines(result.error)) terminal.out(`  ${line}`);
  printLastOutput(terminal, summary, status);
  printNext(terminal, summary, result);
}

function commitsText(commits: number, { tip }: RunSummary): string {
  const on = tip?.ref === undefined || tip.ref === null ? 'a detached HEAD' : tip.ref.replace(/^refs\/heads\//, '');
  return `${commits === 1 ? '1 commit' : `${commits} commits`} on ${on}`;
}

/** The last lines of the gate that a loop is stuck at, or of the command that failed. */
function printLastOutput(terminal: Terminal, summary: RunSummary, status: RunResult['status']): void {
  const attempt = status === 'succeeded' ? undefined : lastAttempt(summary);
  const isCommand = summary.steps.at(-1)?.kind === 'command';
  const output = attempt?.gate?.output ?? (isCommand ? attempt?.reply : null);
  if (!output || !('text' in output) || output.text.trim() === '') return;
  terminal.out(`  the last ${isCommand ? 'command' : 'gate'} ended with`);
  const last = output.text.trimEnd().split('\n').slice(-6).join('\n');
  for (const line of clippedLines(last, 6, 200)) terminal.out(`    ${terminal.style('dim', '│')} ${line}`);
}

function printNext(terminal: Terminal, summary: RunSummary, { run, status }: RunResult): void {
  const { tip, workspace, start } = summary;
  const next: [string, string][] = [];
  const from = workspace?.branch ?? workspace?.head?.slice(0, 7) ?? null;
  if (tip !== null && from !== null && tip.ref !== `refs/heads/${from}`) {
    next.push(['look', `git log --stat ${from}..${tip.ref?.replace(/^refs\/heads\//, '') ?? 'HEAD'}      or  pawl show ${run}`]);
    if (status === 'succeeded') next.push(['take', `pawl apply ${run}        fast-forwards ${workspace?.branch ?? 'to it'}`]);
  } else {
    next.push(['look', `pawl show ${run}`]);
  }
  const undone = firstUndone(summary);
  if (undone !== null) next.push(['tries', `each was put back exactly and is kept to look at:  ${lookAt(run, undone.from, undone.ref)}`]);
  if (start !== null) next.push(['drop', `pawl undo ${run}         everything as it was before`]);
  terminal.out('');
  for (const [name, text] of next) terminal.out(`  ${name.padEnd(6)} ${text}`);
}
