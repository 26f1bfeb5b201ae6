import type { RunLife } from '../../../app/history/run-history.ts';
import { durationText } from '../../../core/model/duration.ts';
import type { RunSummary } from '../../../core/views/run-summary.ts';
import { filesText, oneLine } from '../../../core/views/story-text.ts';
import { dayText, momentText, timeOfDay } from '../clock-text.ts';
import { moneyText } from '../money-text.ts';
import { visibleText } from '../visible-text.ts';

/** How a run stands, in a few words. */
export function stateText({ ending, taken, paused }: RunSummary, life: RunLife): string {
  const outcome = ending === null ? null : ending.outcome;
  const words: Record<RunLife, string> = {
    running: paused === null ? 'running' : `paused by ${paused}`,
    waiting: 'waits for you',
    interrupted: 'interrupted, its process is gone',
    finished:
      ending === null
        ? 'interrupted'
        : outcome === 'completed' || outcome === ending.status
          ? ending.status
          : `${ending.status}, ${outcome}`,
  };
  return `${words[life]}${taken === null ? '' : `, ${taken}`}`;
}

/** What a person wants to know of a run before its steps: one line, and named facts. */
export function headerLines(summary: RunSummary, life: RunLife, columns: number): string[] {
  const facts: [string, string][] = [
    ['where', whereText(summary)],
    ['when', whenText(summary, life)],
    ['again', resumesText(summary)],
    ['input', visibleText(oneLine(summary.input, columns - 12))],
    ['cost', costsText(summary)],
    ['ended', summary.cancelledBy === null ? '' : `by ${summary.cancelledBy}`],
  ];
  return [
    `${summary.workflow} · run ${summary.run} · ${stateText(summary, life)}`,
    ...facts.filter(([, text]) => text !== '').map(([name, text]) => `  ${name.padEnd(7)} ${text}`),
  ];
}

function whereText({ workspace }: RunSummary): string {
  if (workspace === null) return '';
  const { kind, branch, dirtyFiles, cwd } = workspace;
  const yours = dirtyFiles > 0 ? `, ${filesText(dirtyFiles)} of yours uncommitted then` : '';
  return `${kind === 'plain' ? 'no git repository' : `on ${branch ?? 'a detached HEAD'}`}${yours} · ${cwd}`;
}

function whenText({ startedAtMs, lastAtMs }: RunSummary, life: RunLife): string {
  const tookMs = Math.max(0, lastAtMs - startedAtMs);
  const began = momentText(startedAtMs);
  if (life === 'finished') return `${began}, took ${durationText(tookMs)}`;
  return `${began}, last heard of ${dayText(startedAtMs) === dayText(lastAtMs) ? timeOfDay(lastAtMs) : momentText(lastAtMs)}`;
}

function resumesText({ resumes, startedAtMs }: RunSummary): string {
  const said = resumes.slice(-3).map(({ atMs, by, changed }) => {
    const at = dayText(atMs) === dayText(startedAtMs) ? timeOfDay(atMs) : momentText(atMs);
    return `${at} by ${by}${changed ? ' with a changed workflow' : ''}`;
  });
  if (said.length === 0) return '';
  return `taken up ${resumes.length > said.length ? `${resumes.length} times, last ` : ''}${said.join(', ')}`;
}

function costsText({ totals, cost, settings }: RunSummary): string {
  const { calls, tokens } = totals ?? cost;
  if (calls === 0) return '';
  const counted = `${calls === 1 ? '1 call' : `${calls} calls`} of ${settings?.runner ?? 'an agent'}`;
  return `${moneyText(totals ?? cost, settings?.runner)} · ${counted}${tokens > 0 ? ` · ${tokens.toLocaleString('en')} tokens` : ''}`;
}
