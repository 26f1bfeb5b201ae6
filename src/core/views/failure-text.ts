import { hitchText } from './progress-line.ts';
import { lookAt } from './run-summary.ts';
import type { AttemptSummary, StepSummary } from './step-summary.ts';
import { filesText, unitText } from './story-text.ts';

/** Why an attempt that printed and replied nothing failed, each try at it before, and where what it had done is kept; one a line. */
export function failureOfAttempt(run: string, { kind, result }: StepSummary, { reason, hitches, undone }: AttemptSummary): string {
  // Of a plain step the error is the attempt's reason, with the step's name and its full stop.
  const why = kind !== 'loop' && result?.ok === false ? result.error : reason;
  const tries = hitches.map((hitch) => `  ${hitchText(hitch)}`);
  const look =
    undone === null || undone.paths === 0 ? [] : [`  put back ${filesText(undone.paths)}: ${lookAt(run, undone.from, undone.ref)}`];
  return lines([why, ...(tries.length > 0 ? ['what came before, in order:', ...tries] : []), ...look]);
}

/** Why a group failed, and each of its children or items that did, also where it went on; '' where none did; of a group that was begun more than once, those of its own round. */
export function failureOfGroup(group: StepSummary, steps: readonly StepSummary[]): string {
  const after = steps.slice(steps.indexOf(group) + 1);
  const next = after.findIndex(({ step, item }) => step === group.step && item === group.item);
  const children = (next === -1 ? after : after.slice(0, next)).filter((step) => step.group === group.step);
  const failed = children.flatMap((child) =>
    child.result?.ok === false ? [`  ${unitText(child, group.items.length)}: ${child.result.error}`] : [],
  );
  return lines([...(group.result?.ok === false ? [group.result.error] : []), ...failed]);
}

const lines = (texts: readonly string[]): string => texts.map((text) => `${text.trimEnd()}\n`).join('');
