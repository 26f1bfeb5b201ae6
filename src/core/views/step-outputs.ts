import type { CommandEnd } from '../events/event-parts.ts';
import type { Value } from '../model/value.ts';
import { failureOfAttempt, failureOfGroup } from './failure-text.ts';
import type { RunSummary } from './run-summary.ts';
import type { AttemptSummary, StepSummary } from './step-summary.ts';

/**
 * `output`: of a command, a run within, a group; `reply`: an agent's; `answer`: a person's; `failure`: why there is none of these, in
 * our own words.
 */
export type OutputPart = 'prompt' | 'output' | 'reply' | 'answer' | 'gate' | 'failure';

export interface StepOutput {
  readonly step: string;
  readonly item: number;
  readonly iteration: number;
  readonly part: OutputPart;
  readonly value: Value;
  /** How the gate ended; null for other parts. */
  readonly end: CommandEnd | null;
}

/** Which outputs of a step are meant. */
export interface StepAddress {
  readonly step: string;
  /** null = the step as a whole. */
  readonly item: number | null;
  /** null = the last one. */
  readonly iteration: number | null;
}

/** "fix", "fix#2", "each[3]", "each[3]#2"; a step that is called just so wins. null where there is no such step. */
export function addressOf({ steps }: RunSummary, text: string): StepAddress | null {
  const isStep = (id: string) => steps.some(({ step }) => step === id);
  if (isStep(text)) return { step: text, item: null, iteration: null };
  const [, step, item, iteration] = /^(.*?)(?:\[(\d+)\])?(?:#(\d+))?$/s.exec(text) as RegExpExecArray;
  if (!isStep(step as string)) return null;
  return {
    step: step as string,
    item: item === undefined ? null : Number(item),
    iteration: iteration === undefined ? null : Number(iteration),
  };
}

/**
 * What a step has printed, replied or been told, in order of time: of its last iteration, or the one that is named, or with `all` of
 * every one and every item, each time that the run came to the step. `isWanted` says which parts.
 */
export function outputsOf(
  { run, steps }: RunSummary,
  { step: id, item, iteration }: StepAddress,
  all: boolean,
  isWanted: (part: OutputPart) => boolean,
): StepOutput[] {
  const rounds = steps.filter((step) => step.step === id && (item !== null ? step.item === item : all || step.item === 0));
  return (all ? rounds : rounds.slice(-1)).flatMap((step) => {
    if (step.kind === 'foreach' || step.kind === 'parallel') return gatheredOf(step, steps).filter(({ part }) => isWanted(part));
    const attempts = iteration === null ? step.attempts : step.attempts.filter((attempt) => attempt.iteration === iteration);
    const chosen = all ? attempts : attempts.slice(-1);
    const parts = chosen.flatMap((attempt) => partsOf(run, step, attempt));
    // A loop whose gate could not judge what was there to begin with has no iteration.
    const failure =
      iteration === null && attempts.length === 0 ? failureOf(step, step.result?.ok === false ? `${step.result.error}\n` : '') : [];
    return [...parts, ...failure].filter(({ part }) => isWanted(part));
  });
}

function gatheredOf(group: StepSummary, steps: readonly StepSummary[]): StepOutput[] {
  const { step, result } = group;
  if (result === null) return [];
  // A parallel step goes on, with no output of its own, where not all of its children failed.
  if (!result.ok || result.output === null) return failureOf(group, failureOfGroup(group, steps));
  return [{ step, item: 0, iteration: 0, part: 'output', value: result.output, end: null }];
}

const failureOf = ({ step, item }: StepSummary, text: string, iteration = 0): StepOutput[] =>
  text === '' ? [] : [{ step, item, iteration, part: 'failure', value: { text }, end: null }];

function partsOf(run: string, owner: StepSummary, attempt: AttemptSummary): StepOutput[] {
  const { step, item, kind } = owner;
  const { iteration, prompt, reply, gate, verdict } = attempt;
  const part = (name: OutputPart, value: Value | null, end: CommandEnd | null = null): StepOutput[] =>
    value === null ? [] : [{ step, item, iteration, part: name, value, end }];
  const said = kind === 'prompt' || kind === 'loop' ? 'reply' : kind === 'approve' ? 'answer' : 'output';
  const isMute = verdict === 'failed' && reply === null && gate === null;
  return [
    ...part('prompt', prompt),
    ...part(said, reply),
    ...(gate === null ? [] : part('gate', gate.output, gate.end)),
    ...(isMute ? failureOf(owner, failureOfAttempt(run, owner, attempt), iteration) : []),
  ];
}
