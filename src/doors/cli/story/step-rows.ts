import type { RunLife } from '../../../app/history/run-history.ts';
import { type Cost, noCost, sumOfCosts } from '../../../core/views/cost.ts';
import { lastLine } from '../../../core/views/output-end.ts';
import { approvalText } from '../../../core/views/progress-line.ts';
import { lookAt, type RunSummary } from '../../../core/views/run-summary.ts';
import type { AttemptSummary, StepSummary } from '../../../core/views/step-summary.ts';
import { branchText, commitText, countText, oneLine, putBackText, unitText, withoutName } from '../../../core/views/story-text.ts';
import { doings } from '../../../core/views/under-way-text.ts';
import { endOf, hitchesOf, type Reading } from './attempt-rows.ts';
import type { Below, Mark, Row } from './row.ts';

/** A step with what was begun within it. */
export interface Block {
  readonly step: StepSummary;
  readonly children: readonly StepSummary[];
}

/** A run's steps, children under the group that they were begun in. */
export function blocksOf(steps: readonly StepSummary[]): Block[] {
  const blocks: { step: StepSummary; children: StepSummary[] }[] = [];
  for (const step of steps) {
    const group = step.group === null ? undefined : blocks.findLast((block) => block.step.step === step.group);
    if (group === undefined) blocks.push({ step, children: [] });
    else group.children.push(step);
  }
  return blocks;
}

export const costOf = ({ attempts }: StepSummary): Cost => attempts.map(({ cost }) => cost).reduce(sumOfCosts, noCost);

export const isWell = ({ result }: StepSummary): boolean => result?.ok === true && result.outcome === 'completed';

export interface Telling {
  readonly summary: RunSummary;
  readonly life: RunLife;
  readonly read: Reading;
}

/** The line of a step, of a child of a group, or of what it is for one item. */
export async function stepRow({ summary, life, read }: Telling, step: StepSummary, within: Block | null): Promise<Row> {
  const { kind, item, startedAtMs, result, attempts } = step;
  const [attempt] = attempts;
  const depth = within === null ? 0 : 1;
  const items = within?.step.items ?? [];
  const isWhole = kind === 'loop' || kind === 'parallel' || kind === 'foreach' || kind === 'approve';
  const wallMs = step.endedAtMs === null ? null : Math.max(0, step.endedAtMs - startedAtMs);
  return {
    atMs: startedAtMs,
    depth,
    mark: markOf(step),
    name: unitText(step, items.length),
    detail: detailOf(
      step,
      oneLine(items[item - 1], 24),
      kind === 'loop' && attempts.at(-1)?.verdict === 'running' ? openText(life) : underwayOf(summary, step, life),
    ),
    durationMs: result === null ? null : isWhole ? wallMs : (attempt?.durationMs ?? null),
    cost: costOf(step),
    said: (kind === 'command' || kind === 'function') && result?.ok && attempt?.reply ? lastLine(attempt.reply) : '',
    below: await belowOf(summary, step, kind === 'loop' ? undefined : attempt, read),
  };
}

function markOf(step: StepSummary): Mark {
  if (step.result === null) return step.kind === 'approve' ? 'asks' : 'running';
  return !step.result.ok ? 'failed' : isWell(step) ? 'done' : 'short';
}

function detailOf(step: StepSummary, item: string, underway: string): string {
  const { kind, result, attempts, merge, items, width } = step;
  const brought = merge?.commit ? `, merged${commitText({ commit: merge.commit, unchanged: false })}` : '';
  const many =
    kind === 'foreach' ? ` over ${items.length === 1 ? '1 item' : `${items.length} items`}${width > 1 ? `, ${width} at once` : ''}` : '';
  const counted = kind === 'loop' ? countText(step) : step.failed > 0 ? `${step.failed} failed` : '';
  const what = item === '' ? `${kind}${many}` : item;
  if (result !== null && !result.ok) {
    // A loop's iterations say why they were not kept, and how many; its own error would say it again.
    const why = kind === 'loop' && result.why === 'stuck' ? `stuck, ${counted}` : withoutName(step, result.error);
    const [attempt] = attempts;
    return `${what}${item === '' ? '' : ':'} ${why}${kind !== 'loop' && attempt !== undefined ? putBackText(attempt) : ''}`;
  }
  const answer = attempts[0]?.approval ? approvalText(attempts[0].approval) : '';
  if (answer !== '') return answer;
  const how = result === null ? underway : result.outcome === 'completed' ? '' : result.outcome;
  const words = [how, counted].filter(Boolean).join(', ');
  return `${what}${words === '' ? '' : `: ${words}`}${brought}`;
}

async function belowOf({ run }: RunSummary, step: StepSummary, attempt: AttemptSummary | undefined, read: Reading): Promise<Below[]> {
  const notes: Below[] = [];
  if (attempt !== undefined) notes.push(...hitchesOf(attempt, step.result === null));
  if (step.kind === 'command' && step.result?.ok === false) notes.push(...(await endOf(attempt?.reply ?? null, 5, read)));
  if (attempt?.undone && attempt.undone.paths > 0) {
    notes.push({ kind: 'note', text: `look: ${lookAt(run, attempt.undone.from, attempt.undone.ref)}` });
  }
  if (step.merge !== null && step.merge.conflicts.length > 0) {
    const named = step.merge.conflicts.slice(0, 5).join(', ');
    const more = step.merge.conflicts.length > 5 ? ` and ${step.merge.conflicts.length - 5} more` : '';
    notes.push({ kind: 'note', text: `conflicts in ${named}${more}` });
    notes.push({ kind: 'note', text: `look: ${lookAt(run, step.merge.from, step.merge.theirs)}` });
  }
  if (step.baseline !== null) notes.push({ kind: 'note', text: `measured ${step.baseline} to begin with` });
  if (step.branch !== null) notes.push({ kind: 'note', text: branchText(step.branch) });
  return notes;
}

/** What is being done for an open step, or was when nobody drove the run any more. */
export function underwayOf({ pending }: RunSummary, step: StepSummary, life: RunLife): string {
  const intent = [...pending.values()].find((each) => each.step === step.step && each.item === step.item);
  if (intent?.type === 'approval.requested') return 'waits for an answer';
  if (life === 'waiting') return 'waits for an answer, in the run within it';
  if (intent === undefined) return openText(life);
  const [now, then] = doings[intent.type];
  return life === 'running' ? `${openText(life)}, ${now}` : `${openText(life)} as ${then}`;
}

const openText = (life: RunLife): string => (life === 'running' ? 'under way' : 'cut off');
