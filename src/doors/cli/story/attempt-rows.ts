import { durationText } from '../../../core/model/duration.ts';
import type { Value } from '../../../core/model/value.ts';
import { lastLine, lastLines } from '../../../core/views/output-end.ts';
import { hitchText, keptText } from '../../../core/views/progress-line.ts';
import { lookAt } from '../../../core/views/run-summary.ts';
import type { AttemptSummary, Hitch } from '../../../core/views/step-summary.ts';
import { putBackText } from '../../../core/views/story-text.ts';
import { goesOnText, timeOfDay } from '../clock-text.ts';
import type { Below, Row } from './row.ts';

/** Reads a value of the run whole; '' for one that cannot be read. */
export type Reading = (value: Value) => Promise<string>;

/** The end of an output, whether it is inline or was too long for that. */
export async function endOf(value: Value | null, lines: number, read: Reading): Promise<Below[]> {
  if (value === null) return [];
  return lastLines(await read(value), lines).map((text) => ({ kind: 'output', text }));
}

/** What came between one go and the next, and what a person was asked. */
export function hitchesOf({ hitches, approval }: AttemptSummary, isWaiting: boolean): Below[] {
  // While it waits for an answer, the question stands below the whole story.
  const question = isWaiting ? [] : (approval?.question.trim().split('\n') ?? []);
  const asked = question.map((text): Below => ({ kind: 'output', text }));
  const shown = hitches.slice(-8);
  const left: Below[] =
    shown.length < hitches.length
      ? [
          {
            kind: 'note',
            text: hitches.length - shown.length === 1 ? '… once before that' : `… ${hitches.length - shown.length} times before that`,
          },
        ]
      : [];
  const notes = shown.map((hitch, index): Below => ({ kind: 'note', text: noteOf(hitch, isWaiting && index === shown.length - 1) }));
  return [...asked, ...left, ...notes];
}

function noteOf(hitch: Hitch, isWaiting: boolean): string {
  const at = timeOfDay(hitch.atMs);
  if (hitch.kind !== 'wait') return `${at} ${hitchText(hitch)}`;
  const forMs = Math.max(0, hitch.untilMs - hitch.atMs);
  return `${at} ${hitch.why}; ${isWaiting ? goesOnText({ fromMs: hitch.atMs, untilMs: hitch.untilMs }) : `waited ${durationText(forMs)}`}`;
}

/** An iteration of a loop: its verdict, what its gate printed in the end, where to look at it. */
export async function iterationRow(run: string, depth: number, attempt: AttemptSummary, underway: string, read: Reading): Promise<Row> {
  const { verdict, gate, undone } = attempt;
  const common = {
    atMs: attempt.startedAtMs,
    depth,
    name: `${attempt.iteration}`,
    durationMs: attempt.durationMs,
    cost: attempt.cost,
    said: '',
  };
  const hitches = hitchesOf(attempt, verdict === 'running');
  if (verdict === 'running') return { ...common, mark: 'running', detail: underway, durationMs: null, below: hitches };
  if (verdict === 'kept') {
    const said = gate === null ? '' : lastLine(gate.output);
    const below: Below[] = said === '' ? hitches : [...hitches, { kind: 'output', text: said }];
    return { ...common, mark: 'done', detail: keptText(attempt), below };
  }
  const look: Below[] =
    undone !== null && undone.paths > 0 ? [{ kind: 'note', text: `look: ${lookAt(run, undone.from, undone.ref)}` }] : [];
  return {
    ...common,
    mark: verdict,
    detail: `${attempt.reason}${putBackText(attempt)}`,
    below: [...hitches, ...(await endOf(gate?.output ?? null, 5, read)), ...look],
  };
}
