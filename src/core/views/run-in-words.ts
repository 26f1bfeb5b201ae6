import { durationText } from '../model/duration.ts';
import { usdOf } from '../model/money.ts';
import type { Cost } from './cost.ts';
import type { RunSummary } from './run-summary.ts';
import type { StepSummary } from './step-summary.ts';
import { countText, unitText } from './story-text.ts';
import { doings } from './under-way-text.ts';

/** So many steps are named one by one; of the others how many there are. */
const namedSteps = 20;

/** How a run stands, in plain sentences, for whoever asks about it: from its journal alone, so the same for the same journal and moment. */
export function runInWords(summary: RunSummary, nowMs: number): string {
  const { run, workflow, startedAtMs, steps, paused, warnings, remarks, cost } = summary;
  const ended = steps.filter(({ result }) => result !== null);
  const lines = [
    `${workflow} (run ${run}) has been going on for ${durationText(Math.max(0, nowMs - startedAtMs))}${paused === null ? '' : `, and is paused by ${paused}`}.`,
    ...(ended.length > namedSteps ? [`${ended.length - namedSteps} steps have ended before these.`] : []),
    ...ended.slice(-namedSteps).map(endedText),
    ...steps.filter(({ result }) => result === null).map((step) => openText(summary, step, nowMs)),
    ...(steps.length === 0 ? ['No step has begun yet.'] : []),
    costText(cost),
    ...remarks.slice(-5).map(({ text }) => `${text}.`),
    ...warnings.slice(-5).map((warning) => `Warning: ${warning}`),
  ];
  return lines.join('\n');
}

function endedText(step: StepSummary): string {
  const name = unitText(step, 0);
  const counted = step.kind === 'loop' ? ` (${countText(step)})` : '';
  if (step.result?.ok === false) return `Failed: ${name}${counted}: ${step.result.error}`;
  return `Done: ${name}${counted}.`;
}

function openText({ pending }: RunSummary, step: StepSummary, nowMs: number): string {
  const attempt = step.attempts.at(-1);
  const intent = [...pending.values()].find((each) => each.step === step.step && each.item === step.item);
  const round = attempt === undefined || attempt.iteration === 0 ? '' : `, iteration ${attempt.iteration}`;
  const counted = step.kind === 'loop' && step.attempts.length > 1 ? `, ${countText(step)} so far` : '';
  const what = intent === undefined ? '' : `: ${doings[intent.type][0]}`;
  return `Under way: ${unitText(step, 0)}${round}${counted}${what}, for ${durationText(Math.max(0, nowMs - (attempt?.startedAtMs ?? step.startedAtMs)))}.`;
}

function costText({ calls, nanoUsd, unpricedCalls, tokens }: Cost): string {
  if (calls === 0) return 'No model was called so far.';
  const unpriced = unpricedCalls === 0 ? '' : `, without ${unpricedCalls} whose price nobody told`;
  return `${calls === 1 ? '1 call' : `${calls} calls`} so far, $${usdOf(nanoUsd).toFixed(2)}${unpriced}, ${tokens} tokens.`;
}
