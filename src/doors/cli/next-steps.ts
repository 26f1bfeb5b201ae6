import type { Question, RunLife } from '../../app/history/run-history.ts';
import { isInnerRun, outermostRun } from '../../core/model/names.ts';
import { conflictsIn, lookAt, type RunSummary } from '../../core/views/run-summary.ts';
import { outputsOf } from '../../core/views/step-outputs.ts';
import { firstUndone } from './first-undone.ts';
import { quoted } from './quoted.ts';
import type { Terminal } from './terminal.ts';

/** How a run stands, as far as it decides what a person can do next. */
export interface Standing {
  readonly summary: RunSummary;
  readonly life: RunLife;
  readonly question: Question | null;
}

type Next = readonly [name: string, command: string, note?: string];

/** What a person can do with a run next; `isShown`: they see its story already. */
export function printNextSteps(terminal: Terminal, standing: Standing, isShown: boolean): void {
  const next = nextSteps(standing, isShown);
  if (next.length > 0) terminal.out('');
  for (const [name, command, note] of next) {
    const line = `  ${name.padEnd(6)} ${command}`;
    const whole = note === undefined ? line : `${line}      ${note}`;
    if (whole.length <= terminal.columns) terminal.out(whole);
    else for (const each of note === undefined ? [line] : [line, `${' '.repeat(11)}${note}`]) terminal.out(each);
  }
}

function nextSteps(standing: Standing, isShown: boolean): Next[] {
  const { summary, life, question } = standing;
  const { run } = summary;
  if (isInnerRun(run)) return [['whole', `pawl show ${outermostRun(run)}`, 'the run that this one is a part of']];
  switch (life) {
    case 'running':
      return [
        ['follow', `pawl show ${run} --follow`],
        ['tell', `pawl say ${run} "…"`, 'its next prompt carries it'],
        ['ask', `pawl ask ${run} "how far are you?"`],
        summary.paused === null ? ['pause', `pawl pause ${run}`] : ['go on', `pawl resume ${run}`],
        ['end', `pawl cancel ${run}`],
      ];
    case 'waiting':
      return [
        ['yes', `pawl approve ${run}`],
        ['no', `pawl approve ${run} --reject --say "why"`],
        ...(isShown ? [] : [['look', `pawl show ${run}`] as const]),
        ...(question === null || question.run === run
          ? []
          : [['who', `pawl show ${question.run}`, 'the run within it that asks'] as const]),
      ];
    case 'interrupted':
      return [
        ['go on', `pawl resume ${run}`],
        ...(summary.start === null
          ? []
          : [['drop', `pawl undo ${run}`, '--anyway, where files differ from what it recorded last'] as const]),
      ];
    case 'finished':
      return summary.taken === null ? afterEnd(summary, isShown) : [];
  }
}

function afterEnd(summary: RunSummary, isShown: boolean): Next[] {
  const { run, tip, workspace, start, ending } = summary;
  const next: Next[] = [];
  const from = workspace?.branch ?? workspace?.head?.slice(0, 7) ?? null;
  const isElsewhere = tip !== null && from !== null && tip.ref !== `refs/heads/${from}`;
  const show = isShown ? '' : `pawl show ${run}`;
  if (isElsewhere) {
    const log = `git log --stat ${from}..${tip.ref?.replace(/^refs\/heads\//, '') ?? 'HEAD'}`;
    next.push(show === '' ? ['look', log] : ['look', log, `or  ${show}`]);
  } else if (show !== '') next.push(['look', show]);
  const failed = ending?.status === 'failed' ? failedStep(summary) : null;
  if (failed !== null) next.push(['why', `pawl log ${run} ${failed.address}`, failed.what]);
  for (const command of conflictsIn(summary).slice(0, 5)) next.push(['theirs', command, 'what conflicts, as that step left it']);
  if (tip !== null && (isElsewhere || isShown)) {
    next.push(['take', `pawl apply ${run}`, `fast-forwards ${workspace?.branch ?? 'to it'}`]);
  }
  const undone = isShown ? null : firstUndone(summary);
  if (undone !== null) next.push(['tries', lookAt(run, undone.from, undone.ref), 'each was put back exactly and is kept to look at']);
  if (start !== null) next.push(['drop', `pawl undo ${run}`, 'everything as it was before']);
  return next;
}

/** The step that failed last, as `pawl log` takes it, and what that prints of it; null where it prints nothing. */
function failedStep(summary: RunSummary): { readonly address: string; readonly what: string } | null {
  const failed = summary.steps.findLast(({ result }) => result?.ok === false);
  if (failed === undefined) return null;
  const { step, item } = failed;
  const parts = outputsOf(summary, { step, item: item === 0 ? null : item, iteration: null }, false, (part) => part !== 'prompt');
  if (parts.length === 0) return null;
  const isMute = parts.every(({ part }) => part === 'failure');
  return { address: quoted(item === 0 ? step : `${step}[${item}]`), what: isMute ? 'why it failed, in full' : 'all that it printed' };
}
