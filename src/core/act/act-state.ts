import type {
  ActEnding,
  ActEvent,
  ActIntent,
  ActPhase,
  ActSettings,
  ActTotals,
  EntrypointResult,
  PackageSet,
  Spent,
  TurnReply,
} from '../events/act-event.ts';
import type { Failure } from '../model/failure.ts';
import type { Value } from '../model/value.ts';
import { noRepeats, type Repeats } from './repeats.ts';
import { nothingSpent } from './spent.ts';

/** An act at any moment: the fold of its events. What tools gave stands here as values, never as texts. */
export interface ActState {
  readonly settings: ActSettings | null;
  readonly phase: ActPhase | 'fresh';
  readonly nextOp: number;
  readonly pending: ReadonlyMap<number, ActIntent>;
  /** What came of the function that it was begun with; null = nothing yet, or there is none. */
  readonly entrypoint: EntrypointResult | null;
  /** What code may import, and the operation that installed it; null = nothing was installed. */
  readonly packages: (PackageSet & { readonly op: number }) | null;
  /** What the model is shown, oldest first. */
  readonly entries: readonly Entry[];
  /** The number of the last turn that was asked for. */
  readonly turn: number;
  /** The last reply, while its calls are worked off; null before the first and while the model is asked. */
  readonly reply: TurnReply | null;
  /** How many calls of it have a result. */
  readonly answered: number;
  /** The last request's failure, and how many have failed in a row; null = it went well. */
  readonly failed: { readonly failure: Failure; readonly times: number } | null;
  /** Replies in a row that were no use: blank, cut, of the wrong form, or without one call that could be carried out. */
  readonly useless: number;
  /** Whether the model was told since its last reply what was wrong with it. */
  readonly isTold: boolean;
  /** Calls in a row that a tool itself failed. */
  readonly toolFailures: number;
  readonly repeats: Repeats;
  /** Discovery tools that have been called. */
  readonly discovered: ReadonlySet<string>;
  /** Tokens of the last request and its reply together, as the provider counted them, or estimated. */
  readonly contextTokens: number;
  /** Acts within that go on beside this one, by their run. */
  readonly adopted: ReadonlyMap<string, AdoptedAct>;
  /** Messages of people that the model has not been shown yet. */
  readonly unheard: readonly Unheard[];
  /** Of the words to the run around it, by their numbers there: the last that this act has, and the last that its model was shown. */
  readonly outer: { readonly taken: number; readonly heard: number };
  /** Questions of the model's, or of one of an act within, that wait for a person, by their number. */
  readonly clarifications: ReadonlyMap<number, Pick<Extract<ActEvent, { type: 'clarification.asked' }>, 'op' | 'question' | 'within'>>;
  /** What was answered here to questions of acts within that have not ended, by their numbers here. */
  readonly answersWithin: ReadonlyMap<number, AnswerWithin>;
  /** Questions of people that nobody has answered yet, by their id. */
  readonly questions: ReadonlyMap<string, string>;
  readonly paused: boolean;
  /** Why it is to end; null = it goes on. */
  readonly stop: Stop | null;
  readonly totals: ActTotals;
  /** Edits of the library that a librarian has set down, oldest first, as JSON. */
  readonly staged: readonly Value[];
  /** What came of them; null = they have not been carried out. */
  readonly applied: { readonly set: string; readonly changes: readonly string[] } | null;
  /** How often something stood in their way. */
  readonly conflicts: number;
  /** Librarians that store something beside this act, by their run. */
  readonly storage: ReadonlyMap<string, { readonly op: number; readonly label: string; readonly request: string }>;
  /** What those said that have ended. */
  readonly summaries: readonly string[];
  readonly storageSpent: Spent;
  readonly ending: ActEnding | null;
}

/** `call`: the arguments of its call. `waits`: what it asks a person, without which it does not go on; null = nothing. */
interface AdoptedAct {
  readonly op: number;
  readonly call: Value;
  readonly waits: string | null;
}

/** The act within whose question it was, and the number of that there. */
interface AnswerWithin {
  readonly op: number;
  readonly run: string;
  readonly id: number;
  readonly text: string;
  readonly by: string;
}

/** `outer`: which of the words to the run around it this is; null where it is none. */
interface Unheard {
  readonly text: string;
  readonly outer: number | null;
}

export type Stop =
  | { readonly why: 'stopped'; readonly reason: string }
  | { readonly why: 'cancelled' }
  | { readonly why: 'deadline'; readonly limitMs: number };

/** A piece of the conversation. */
export type Entry =
  | { readonly kind: 'said'; readonly text: Value }
  | { readonly kind: 'turn'; readonly reply: TurnReply }
  | { readonly kind: 'results'; readonly results: readonly CallResult[] };

export interface CallResult {
  readonly id: string;
  readonly name: string;
  readonly output: Value;
  readonly isError: boolean;
}

export const noTotals: ActTotals = { turns: 0, toolCalls: 0, effects: 0, calls: 0, nanoUsd: 0, unpricedCalls: 0, tokens: 0 };

export const freshAct: ActState = {
  settings: null,
  phase: 'fresh',
  nextOp: 1,
  pending: new Map(),
  entrypoint: null,
  packages: null,
  entries: [],
  turn: 0,
  reply: null,
  answered: 0,
  failed: null,
  useless: 0,
  isTold: false,
  toolFailures: 0,
  repeats: noRepeats,
  discovered: new Set(),
  contextTokens: 0,
  adopted: new Map(),
  unheard: [],
  outer: { taken: 0, heard: 0 },
  clarifications: new Map(),
  answersWithin: new Map(),
  questions: new Map(),
  paused: false,
  stop: null,
  totals: noTotals,
  staged: [],
  applied: null,
  conflicts: 0,
  storage: new Map(),
  summaries: [],
  storageSpent: nothingSpent,
  ending: null,
};
