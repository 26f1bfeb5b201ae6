import type { Opening, RunResult } from '../../app/run/run-options.ts';
import { durationText } from '../../core/model/duration.ts';
import { lastLines } from '../../core/views/output-end.ts';
import { lastAttempt, type RunSummary } from '../../core/views/run-summary.ts';
import { filesText, triesText } from '../../core/views/story-text.ts';
import { clippedLines, errorLines } from './clipped-lines.ts';
import { moneyText } from './money-text.ts';
import { printNextSteps } from './next-steps.ts';
import type { Terminal } from './terminal.ts';
import { visibleText } from './visible-text.ts';

/** The first line of a run: what runs, where, who answers. */
export function openingText({ run, workflow, report, agent }: Opening): string {
  const { facts } = report;
  const place = facts.kind === 'plain' ? 'no git repository: nothing can be put back' : `on ${facts.branch ?? 'a detached HEAD'}`;
  const yours = facts.dirtyFiles > 0 ? `, ${filesText(facts.dirtyFiles)} of yours uncommitted (kept safe)` : '';
  return [
    workflow.name,
    `run ${run}`,
    `${place}${yours}`,
    ...(agent === null ? [] : [`${agent.name.includes('+') ? 'agents' : 'agent'} ${agent.label}`]),
  ].join(' · ');
}

/** The last lines of a run: how it ended, and what to do next. */
export function printEnding(terminal: Terminal, { workflow, agent, budgetUsd }: Opening, summary: RunSummary, result: RunResult): void {
  const { totals, outcome, status } = result;
  if (status === 'waiting') {
    printWaiting(terminal, summary);
    return;
  }
  const whole = status === 'succeeded' && outcome === 'completed';
  const mark = whole ? terminal.style('green', '✓') : status === 'succeeded' ? terminal.style('yellow', '!') : terminal.style('red', '✗');
  const ended = outcome === 'completed' ? 'finished' : status === 'succeeded' ? `ended: ${outcome}` : outcome;
  const facts = [
    `${mark} ${workflow.name} ${ended}`,
    ...(totals.commits > 0 ? [commitsText(totals.commits, summary)] : []),
    ...(totals.undone > 0 ? [triesText(totals.undone)] : []),
    ...(totals.failed > 0 ? [`${totals.failed} failed`] : []),
    durationText(Math.max(0, summary.lastAtMs - summary.startedAtMs)),
    ...(totals.calls > 0 ? [moneyText(totals, agent?.name, budgetUsd)] : []),
  ];
  terminal.out('');
  terminal.out(facts.join(' · '));
  if (result.error !== null) for (const line of errorLines(visibleText(result.error))) terminal.out(`  ${line}`);
  printLastOutput(terminal, summary, status);
  printNextSteps(terminal, { summary, life: 'finished', question: null }, false);
}

/** What a person is asked, and how to answer. */
function printWaiting(terminal: Terminal, summary: RunSummary): void {
  const asked = [...summary.pending.values()].find((intent) => intent.type === 'approval.requested');
  const where = asked === undefined ? ', in a workflow within it' : ` at ${asked.step}`;
  terminal.out('');
  terminal.out(`${terminal.style('yellow', '?')} ${summary.workflow} waits for you${where}`);
  if (asked?.type === 'approval.requested') for (const line of errorLines(visibleText(asked.question))) terminal.out(`  ${line}`);
  printNextSteps(terminal, { summary, life: 'waiting', question: null }, false);
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
  if (!output || !('text' in output)) return;
  const lines = lastLines(visibleText(output.text), 6);
  if (lines.length === 0) return;
  terminal.out(`  the last ${isCommand ? 'command' : 'gate'} ended with`);
  for (const line of clippedLines(lines.join('\n'), 6, 200)) terminal.out(`    ${terminal.style('dim', '│')} ${line}`.trimEnd());
}
