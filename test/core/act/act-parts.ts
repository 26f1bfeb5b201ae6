import { type ActState, freshAct } from '../../../src/core/act/act-state.ts';
import { decideAct } from '../../../src/core/act/decide-act.ts';
import { evolveAct } from '../../../src/core/act/evolve-act.ts';
import type { ToolKit } from '../../../src/core/act/tool-kit.ts';
import type { ActIntent, ActLimits, ActSettings, TurnCall, TurnReply } from '../../../src/core/events/act-event.ts';
import type { Usage } from '../../../src/core/events/event-parts.ts';
import type { ActRunEvent } from '../../../src/core/events/run-event.ts';
import type { Failure } from '../../../src/core/model/failure.ts';

export const kit: ToolKit = { names: ['execute_code', 'notify', 'compress_context'], discovery: [] };

export const limits: ActLimits = { turns: 60, wallClockMs: 60_000, nanoUsd: null, tokens: null, codeTimeoutMs: 1_000 };

export const settings: ActSettings = {
  model: 'm',
  modelLabel: 'a model',
  contextTokens: 1_000,
  canStore: true,
  canCompose: true,
  persist: false,
  entrypoint: null,
  guidelines: null,
  responseSchema: null,
  weakSandbox: false,
  script: null,
  limits,
  runToken: 't',
  seed: 's',
};

export const started = (changes: Partial<ActSettings> = {}, request = 'count the files'): ActRunEvent => ({
  type: 'act.started',
  request: { text: request },
  settings: { ...settings, ...changes },
  parent: null,
  workspace: { kind: 'plain', root: '/r', cwd: '/r', branch: null, head: null, dirtyFiles: 0 },
  recorded: false,
});

export const usage: Usage = { nanoUsd: 10, inputTokens: 7, outputTokens: 3, model: 'm' };

/** A call as it was read; with `problem` it cannot be carried out. */
export const call = (name: string, given: string, changes: Partial<TurnCall> = {}): TurnCall => ({
  id: `${name}-${given}`,
  name,
  arguments: { text: given },
  digest: `${name} ${given}`,
  problem: null,
  ...changes,
});

export const reply = (changes: Partial<TurnReply> = {}): TurnReply => ({
  text: { text: 'twelve' },
  answer: { text: 'twelve' },
  calls: [],
  finish: 'stop',
  opaque: null,
  blank: false,
  misshapen: null,
  ...changes,
});

/** An act that is played: what happens is told to it, and what it wants is read off. */
export class Played {
  state: ActState = freshAct;
  /** All events, in order. */
  readonly events: ActRunEvent[] = [];
  private readonly kit: ToolKit;

  constructor(changes: Partial<ActSettings> = {}, given: ToolKit = kit, request = 'count the files') {
    this.kit = given;
    this.tell(started(changes, request));
  }

  /** Tells what happened; gives all that follows from it. */
  tell(...events: ActRunEvent[]): ActRunEvent[] {
    this.apply(events);
    const concluded: ActRunEvent[] = [];
    for (let more = decideAct(this.kit, this.state); more.length > 0; more = decideAct(this.kit, this.state)) {
      concluded.push(...more);
      this.apply(more);
    }
    return concluded;
  }

  /** The intent under way. */
  get wanted(): ActIntent {
    const [intent] = this.state.pending.values();
    if (intent === undefined) throw new Error('nothing is under way');
    return intent;
  }

  replies(changes: Partial<TurnReply> = {}, used: Usage = usage): ActRunEvent[] {
    const { op } = this.wanted;
    return this.tell({
      type: 'turn.ended',
      op,
      digest: 'd',
      reply: { ok: true, ...reply(changes) },
      usage: used,
      warnings: [],
      durationMs: 1,
    });
  }

  fails(failure: Failure): ActRunEvent[] {
    const { op } = this.wanted;
    return this.tell({ type: 'turn.ended', op, digest: 'd', reply: { ok: false, failure }, usage, warnings: [], durationMs: 1 });
  }

  /** The tool that was asked for gives this. */
  gives(output = 'done', changes: { isError?: boolean; carriedOut?: boolean; summary?: string } = {}): ActRunEvent[] {
    const { op } = this.wanted;
    const { isError = false, carriedOut = true, summary } = changes;
    const meaning = summary === undefined ? null : ({ kind: 'compressed', summary: { text: summary } } as const);
    return this.tell({ type: 'tool.ended', op, output: { text: output }, isError, carriedOut, meaning, durationMs: 1 });
  }

  private apply(events: readonly ActRunEvent[]): void {
    for (const event of events) {
      this.events.push(event);
      this.state = evolveAct(this.state, event);
    }
  }
}
