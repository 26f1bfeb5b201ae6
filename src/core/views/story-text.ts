import type { Unit } from '../events/event.ts';
import type { Value } from '../model/value.ts';
import type { AttemptSummary, StepSummary } from './step-summary.ts';

/** A step, and which of its items: "each [2/3]"; "each [2]" where nobody knows how many there are. */
export const unitText = ({ step, item }: Unit, count: number): string =>
  item === 0 ? step : count === 0 ? `${step} [${item}]` : `${step} [${item}/${count}]`;

/** A step's error without the step's name, where that stands before it already. */
export function withoutName({ step, item }: Unit, error: string): string {
  const name = item === 0 ? step : `${step} (item ${item})`;
  return error.startsWith(`${name} `) ? error.slice(name.length + 1) : error;
}

/** A value on one line of at most so many characters; '' for one that is not at hand. */
export function oneLine(value: Value | undefined, length: number): string {
  if (value === undefined || !('text' in value)) return '';
  const line = value.text.replace(/\s+/g, ' ').trim();
  return line.length > length ? `${line.slice(0, length - 1)}…` : line;
}

/** "2 kept, 1 undone", and from which number to which a measured gate's went. */
export function countText(step: StepSummary): string {
  const count = (verdict: AttemptSummary['verdict']) => step.attempts.filter((attempt) => attempt.verdict === verdict).length;
  const [kept, undone, failed] = [count('kept'), count('undone'), count('failed')];
  const measured = step.attempts.findLast((attempt) => attempt.verdict === 'kept')?.gate?.measured ?? null;
  return [
    `${kept} kept`,
    undone > 0 ? `${undone} undone` : '',
    failed > 0 ? `${failed} failed` : '',
    measured === null ? '' : `measured ${step.baseline} → ${measured}`,
  ]
    .filter(Boolean)
    .join(', ');
}

/** ", measured 12 (best before 15)"; '' where nothing is measured. */
export const measuredText = ({ gate, best }: AttemptSummary): string => {
  if (gate === null || gate.measured === null) return '';
  return `, measured ${gate.measured}${best === null ? '' : ` (best before ${best})`}`;
};

/** " 3f9ac1e  3 files +12 −19", or that nothing changed; '' where nobody looked. */
export function commitText({ commit, unchanged }: Pick<AttemptSummary, 'commit' | 'unchanged'>): string {
  if (commit === null) return unchanged ? ', nothing changed' : '';
  if (commit.paths === 0) return ', nothing to commit';
  return `  ${commit.commit.slice(0, 7)}  ${filesText(commit.paths)} +${commit.insertions} −${commit.deletions}`;
}

export const putBackText = ({ undone }: AttemptSummary): string =>
  undone === null ? '' : undone.paths === 0 ? ', nothing to put back' : `, put back ${filesText(undone.paths)}`;

/** "1 try put back": of a whole run, which can be undone itself. */
export const triesText = (count: number): string => `${count === 1 ? '1 try' : `${count} tries`} put back`;

export const filesText = (count: number): string => (count === 1 ? '1 file' : `${count} files`);

/** Where a branch leads and why, for somebody who has not read the workflow. */
export const branchText = ({ when, goto, ends }: { readonly when: string; readonly goto: string; readonly ends: boolean }): string =>
  `${ends ? 'ends the run' : `goes on at ${goto}`}, as "${when}" is in its output`;
