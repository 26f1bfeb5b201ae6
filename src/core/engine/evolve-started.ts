import type { Fact } from '../events/event.ts';
import { noFindings } from './findings.ts';
import { type Frame, firstStage } from './frame.ts';
import { isShared, type RunState } from './state.ts';

type Started = Extract<Fact, { type: 'step.started' }>;

/** The state after a step has begun: a group, or one more open frame. */
export function started(state: RunState, fact: Started): RunState {
  const group = {
    step: fact.step,
    base: state.fresh,
    asking: false,
    gathered: null,
    failure: null,
    anyOpened: false,
    anyWell: false,
    anyCutShort: false,
  };
  switch (fact.kind) {
    case 'parallel': {
      const waiting = fact.children.map((step) => ({ step, item: 0 }));
      return { ...state, group: { ...group, kind: 'parallel', width: state.settings.jobs, waiting } };
    }
    case 'foreach':
      return { ...state, group: { ...group, kind: 'foreach', width: fact.width, waiting: null } };
    default:
      return opened(state, fact);
  }
}

function opened(state: RunState, fact: Exclude<Started, { kind: 'parallel' | 'foreach' }>): RunState {
  const { step, item, kind, group } = fact;
  const frame: Frame = {
    step,
    item,
    kind,
    group,
    iteration: 0,
    stage: firstStage(kind),
    before: null,
    reply: null,
    findings: noFindings,
    gateOutput: null,
    loop: { gateFailuresInARow: 0, lastKept: null, lastReason: '', best: null },
    answered: null,
    gateAttempts: 0,
    measured: null,
    attempts: 0,
    retries: 0,
    asks: 0,
    said: [],
    tree: null,
  };
  const waiting = state.group?.waiting?.filter((unit) => unit.step !== step || unit.item !== item) ?? null;
  return {
    ...state,
    frames: [...state.frames, { ...frame, before: recordedFor(state, frame) }],
    group: group === null ? state.group : state.group && { ...state.group, waiting, anyOpened: true },
  };
}

/** The recorded state of the user's work tree, for a step that works there; never while others may be at work in it too. */
export const recordedFor = (state: RunState, { group }: Frame): RunState['fresh'] =>
  group !== null && isShared(state.group) ? null : state.fresh;
