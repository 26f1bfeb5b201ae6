import { endLine } from '../../../src/core/engine/command-end.ts';
import { decide } from '../../../src/core/engine/decide.ts';
import { evolve } from '../../../src/core/engine/evolve.ts';
import { findingsOf, noFindings } from '../../../src/core/engine/findings.ts';
import { type Procedure, procedureOf } from '../../../src/core/engine/procedure.ts';
import { initialState, type RunState } from '../../../src/core/engine/state.ts';
import type { Intent, Outcome, RunEvent } from '../../../src/core/events/event.ts';
import type { Settings, WorkspaceFacts } from '../../../src/core/events/event-parts.ts';
import type { CommandStep, PromptStep, Workflow } from '../../../src/core/workflow/workflow.ts';
import { type Answer, exits, says } from './answers.ts';
import { frozen } from './frozen.ts';
import { MadeUpFolder } from './made-up-folder.ts';

export interface Scene {
  /** Answers by what is asked ("fix", "fix gate", "fix commit", "start"), in order; the last one is repeated. */
  readonly script?: Readonly<Record<string, readonly Answer[]>>;
  /** Wins over the script. */
  readonly answer?: (intent: Intent, state: RunState) => Answer | undefined;
  readonly settings?: Partial<Settings>;
  readonly workspace?: 'git' | 'plain';
  /** After so many answers of `decide` (0 = before the first) a person cancels. */
  readonly cancelAfter?: number;
  /** Which of so many operations under way ends next; the first, where it is not said. */
  readonly choose?: (count: number) => number;
}

export interface PlayedRun {
  readonly procedure: Procedure;
  readonly events: readonly RunEvent[];
  readonly state: RunState;
  readonly folder: MadeUpFolder;
  /** How many events there were each time when `decide` had nothing more to say: where a driver appends. */
  readonly appends: readonly number[];
  /** How often `decide` answered. */
  readonly decisions: number;
  /** What the folder held when each prompt was asked, by the operation. */
  readonly atPrompt: ReadonlyMap<number, { readonly text: string; readonly head: string }>;
}

/** A driver without a disk: decides, records, answers from the script, until the run has ended. */
export function play(workflow: Workflow, scene: Scene = {}): PlayedRun {
  const procedure = procedureOf(workflow);
  const folder = new MadeUpFolder();
  const world = new World(scene, procedure, folder);
  const events: RunEvent[] = [];
  const appends: number[] = [];
  const atPrompt = new Map<number, { text: string; head: string }>();
  let state = frozen(initialState);
  let decisions = 0;

  const record = (event: RunEvent): void => {
    events.push(frozen(event));
    state = frozen(evolve(state, event));
    if (event.type === 'prompt.requested') atPrompt.set(event.op, { text: folder.text, head: folder.head });
  };
  const settle = (): void => {
    for (;;) {
      if (scene.cancelAfter === decisions && !state.cancelled && state.phase !== 'finished') record({ type: 'cancel.asked', by: 'you' });
      const more = decide(procedure, state);
      if (more.length === 0) break;
      decisions++;
      if (decisions > 20_000) throw new Error('the run does not end');
      for (const event of more) record(event);
    }
    appends.push(events.length);
  };

  record(startOf(workflow, scene));
  settle();
  while (state.phase !== 'finished') {
    const pending = [...state.pending.values()];
    const intent = pending[scene.choose?.(pending.length) ?? 0];
    if (intent === undefined) throw new Error('the run waits for nothing');
    record(world.outcomeOf(intent, state));
    settle();
  }
  return { procedure, events, state, folder, appends, decisions, atPrompt };
}

function startOf(workflow: Workflow, { settings = {}, workspace = 'git' }: Scene): RunEvent {
  const place: WorkspaceFacts = { kind: workspace, root: '/w', cwd: '/w', branch: 'main', head: 'commit-0', dirtyFiles: 0 };
  return {
    type: 'run.started',
    workflow: { name: workflow.name, digest: 'd', source: { text: '' }, file: null },
    input: { text: '' },
    settings: {
      runner: 'scripted',
      jobs: 4,
      commandTimeoutMs: 600_000,
      promptTimeoutMs: 600_000,
      budgetNanoUsd: null,
      runToken: 't',
      ownBranch: true,
      ...settings,
    },
    workspace: place,
    recorded: workspace === 'git',
  };
}

/** What an intent asks, as the script names it. */
export function askedBy(intent: Intent): string {
  const about = (what: string): string => (intent.step === '' ? what : `${intent.step} ${what}`);
  switch (intent.type) {
    case 'command.requested':
    case 'prompt.requested':
      return intent.step;
    case 'snapshot.requested':
      return about(intent.purpose);
    default:
      return about(intent.type.replace('.requested', ''));
  }
}

class World {
  private readonly scene: Scene;
  private readonly procedure: Procedure;
  private readonly folder: MadeUpFolder;
  private readonly asked = new Map<string, number>();

  constructor(scene: Scene, procedure: Procedure, folder: MadeUpFolder) {
    this.scene = scene;
    this.procedure = procedure;
    this.folder = folder;
  }

  outcomeOf(intent: Intent, state: RunState): Outcome {
    const answer = this.scene.answer?.(intent, state) ?? this.scripted(intent);
    if (answer?.kind === 'broken') return { type: 'workspace.failed', op: intent.op, failure: { kind: 'io', message: answer.message } };
    switch (intent.type) {
      case 'prompt.requested':
        return this.prompted(intent, answer ?? says('done'));
      case 'command.requested':
      case 'gate.requested':
        return this.ran(intent, answer ?? exits(0));
      default:
        return this.changed(intent);
    }
  }

  private scripted(intent: Intent): Answer | undefined {
    const key = askedBy(intent);
    const times = this.asked.get(key) ?? 0;
    this.asked.set(key, times + 1);
    const answers = this.scene.script?.[key];
    return answers?.[Math.min(times, answers.length - 1)];
  }

  private prompted(intent: Intent, answer: Answer): Outcome {
    if (answer.kind !== 'reply' && answer.kind !== 'failure') throw new Error(`${askedBy(intent)} is answered by a reply or a failure`);
    if (answer.writes) this.folder.write(String(intent.op));
    const step = this.procedure.stepOf(intent.step) as PromptStep;
    const reply =
      answer.kind === 'reply'
        ? ({ ok: true, text: { text: answer.text } } as const)
        : ({
            ok: false,
            failure: { kind: answer.failure, message: answer.message, ...(answer.hint === undefined ? {} : { hint: answer.hint }) },
          } as const);
    const findings = answer.kind === 'reply' ? findingsOf(step, answer.text, answer.text) : noFindings;
    const usage = { ...answer.spent, model: null };
    return { type: 'prompt.ended', op: intent.op, prompt: { text: step.prompt }, reply, usage, findings, warnings: [], durationMs: 1 };
  }

  private ran(intent: Intent, answer: Answer): Outcome {
    if (answer.kind !== 'end') throw new Error(`${askedBy(intent)} is answered by an end`);
    if (answer.writes) this.folder.write(String(intent.op));
    const text = `${answer.output}\n${endLine(answer.end)}`;
    const ran = { op: intent.op, end: answer.end, output: { text }, cutBytes: 0, durationMs: 1 };
    if (intent.type === 'gate.requested') return { type: 'gate.ended', ...ran };
    return { type: 'command.ended', ...ran, findings: findingsOf(this.procedure.stepOf(intent.step) as CommandStep, answer.output, text) };
  }

  private changed(intent: Exclude<Intent, { type: 'prompt.requested' | 'command.requested' | 'gate.requested' }>): Outcome {
    const { op } = intent;
    switch (intent.type) {
      case 'snapshot.requested':
        return { type: 'snapshot.taken', op, snapshot: this.folder.snapshot(intent.name), warnings: [] };
      case 'plan.requested':
        return { type: 'plan.made', op, plan: this.folder.plan(intent.before, intent.after, intent.subject) };
      case 'commit.requested':
        this.folder.commit(intent.plan);
        return { type: 'commit.made', op, commit: intent.plan.commit, warnings: [] };
      case 'restore.requested':
        this.folder.restore(intent.to, intent.left);
        return { type: 'restore.done', op, report: { paths: 1, notes: [] } };
    }
  }
}
