import { endLine } from '../../../src/core/engine/command-end.ts';
import { decide } from '../../../src/core/engine/decide.ts';
import { evolve } from '../../../src/core/engine/evolve.ts';
import { findingsOf, lastNumber, noFindings } from '../../../src/core/engine/findings.ts';
import { isInOwnTree } from '../../../src/core/engine/frame.ts';
import { type Procedure, procedureOf } from '../../../src/core/engine/procedure.ts';
import { frameOf, initialState, type RunState } from '../../../src/core/engine/state.ts';
import type { Ending, Intent, Outcome, WorkflowEvent } from '../../../src/core/events/event.ts';
import type { Settings, WorkspaceFacts } from '../../../src/core/events/event-parts.ts';
import type { WorkflowRunEvent } from '../../../src/core/events/run-event.ts';
import type { SteeringEvent } from '../../../src/core/events/steering-event.ts';
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
  /** What a person says to every approval; default: yes. */
  readonly approval?: { readonly approved: boolean; readonly words: string };
  /** The items of every `foreach`. */
  readonly items?: readonly string[];
  /** What all items gave together. */
  readonly together?: string;
  readonly conflicts?: (merge: Extract<Intent, { type: 'merge.requested' }>) => readonly string[];
  /** How every run within the run ends. */
  readonly inner?: Ending;
  /** Why none could be begun. */
  readonly innerError?: string;
  readonly workspace?: 'git' | 'plain';
  /** After so many answers of `decide` (0 = before the first) a person cancels. */
  readonly cancelAfter?: number;
  /** After so many answers of the world (0 = before the first) whoever drives the run is gone, and another takes it up. */
  readonly crashAfter?: readonly number[];
  /** Whether the other one takes it up only to end it. */
  readonly cancelWithResume?: boolean;
  /** What a driver that is gone left half done of what was under way. */
  readonly halfDone?: (pending: readonly Intent[], folder: MadeUpFolder) => void;
  /** What comes instead of a person's word. */
  readonly stop?: WorkflowRunEvent;
  /** What people say after so many answers of the world (0 = before the first); a run that waits for nothing but them is let go on. */
  readonly steering?: Readonly<Record<number, readonly SteeringEvent[]>>;
  /** Up to which word the runs within the run heard. */
  readonly heard?: number;
  /** The same of whoever answers prompts. */
  readonly heardAnswering?: number;
  /** Which of so many operations under way ends next; the first, where it is not said. */
  readonly choose?: (count: number) => number;
}

export interface PlayedRun {
  readonly procedure: Procedure;
  readonly events: readonly WorkflowRunEvent[];
  readonly state: RunState;
  readonly folder: MadeUpFolder;
  /** How many events there were each time when `decide` had nothing more to say: where a driver appends. */
  readonly appends: readonly number[];
  /** How often `decide` answered. */
  readonly decisions: number;
  /** What the folder held when each prompt was asked, by the operation. */
  readonly atPrompt: ReadonlyMap<number, { readonly text: string; readonly head: string }>;
}

const cancelAsked: WorkflowEvent = { type: 'cancel.asked', by: 'you' };

/** A driver without a disk: decides, records, answers from the script, until the run has ended. */
export function play(workflow: Workflow, scene: Scene = {}): PlayedRun {
  const procedure = procedureOf(workflow);
  const folder = new MadeUpFolder();
  const world = new World(scene, procedure, folder);
  const events: WorkflowRunEvent[] = [];
  const appends: number[] = [];
  const atPrompt = new Map<number, { text: string; head: string }>();
  let state = frozen(initialState);
  let decisions = 0;

  const record = (event: WorkflowRunEvent): void => {
    events.push(frozen(event));
    state = frozen(evolve(state, event));
    if (event.type === 'prompt.requested') atPrompt.set(event.op, { text: folder.text, head: folder.head });
  };
  const hasEnded = (): boolean => state.phase === 'finished';
  const settle = (): void => {
    for (;;) {
      if (scene.cancelAfter === decisions && !state.cancelled && state.phase !== 'finished') record(scene.stop ?? cancelAsked);
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
  let answers = 0;
  while (state.phase !== 'finished') {
    const said = scene.steering?.[answers] ?? [];
    for (const event of said) record(event);
    if (said.length > 0) settle();
    if (hasEnded()) break;
    const crashes = scene.crashAfter?.includes(answers) === true;
    answers++;
    if (crashes) {
      scene.halfDone?.([...state.pending.values()], folder);
      record({ type: 'resumed', epoch: 2, by: 'a test', workflow: null });
      if (scene.cancelWithResume) record(cancelAsked);
      settle();
      continue;
    }
    const pending = [...state.pending.values()];
    const intent = pending[scene.choose?.(pending.length) ?? 0];
    if (intent === undefined) {
      record(letGoOn(state));
      settle();
      continue;
    }
    record(world.outcomeOf(intent, state));
    settle();
  }
  return { procedure, events, state, folder, appends, decisions, atPrompt };
}

/** What a run waits for that has nothing under way. */
function letGoOn({ steering }: RunState): SteeringEvent {
  if (steering.paused) return { type: 'unpaused', by: 'ann', message: null };
  const [question] = steering.questions.keys();
  if (question === undefined) throw new Error('the run waits for nothing');
  return { type: 'question.answered', id: question, answer: { ok: true, text: 'well' }, usage: null };
}

function startOf(workflow: Workflow, { settings = {}, workspace = 'git' }: Scene): WorkflowEvent {
  const place: WorkspaceFacts = { kind: workspace, root: '/w', cwd: '/w', branch: 'main', head: 'commit-0', dirtyFiles: 0 };
  return {
    type: 'run.started',
    workflow: { name: workflow.name, digest: 'd', source: { text: '' }, file: null },
    parent: null,
    input: { text: '' },
    settings: {
      runner: 'scripted',
      script: null,
      unsafeAgent: false,
      jobs: 4,
      commandTimeoutMs: 600_000,
      promptTimeoutMs: 600_000,
      runTimeoutMs: null,
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
  private readonly trees = new Map<string, MadeUpFolder>();

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
        return this.prompted(intent, answer ?? says('done'), this.folderOf(intent, state));
      case 'command.requested':
      case 'gate.requested':
        return this.ran(intent, answer ?? exits(0), this.folderOf(intent, state));
      default:
        return this.changed(intent, this.folderOf(intent, state));
    }
  }

  private scripted(intent: Intent): Answer | undefined {
    const key = askedBy(intent);
    const times = this.asked.get(key) ?? 0;
    this.asked.set(key, times + 1);
    const answers = this.scene.script?.[key];
    return answers?.[Math.min(times, answers.length - 1)];
  }

  /** The user's work tree, or the one that the step has for itself. */
  private folderOf(intent: Intent, state: RunState): MadeUpFolder {
    const frame = frameOf(state, intent);
    if (frame === undefined || frame.tree === null || !isInOwnTree(frame)) return this.folder;
    return this.trees.get(frame.tree.name) as MadeUpFolder;
  }

  private prompted(intent: Intent, answer: Answer, folder: MadeUpFolder): Outcome {
    if (answer.kind !== 'reply' && answer.kind !== 'failure') throw new Error(`${askedBy(intent)} is answered by a reply or a failure`);
    if (answer.writes) folder.write(String(intent.op));
    const step = this.procedure.stepOf(intent.step) as PromptStep;
    const reply =
      answer.kind === 'reply'
        ? ({ ok: true, text: { text: answer.text } } as const)
        : ({
            ok: false,
            failure: {
              kind: answer.failure,
              message: answer.message,
              ...(answer.hint === undefined ? {} : { hint: answer.hint }),
              ...(answer.notBeforeMs === undefined ? {} : { notBeforeMs: answer.notBeforeMs }),
            },
          } as const);
    const found = answer.kind === 'reply' ? findingsOf(step, answer.text, answer.text) : noFindings;
    const findings =
      step.outputSchema !== null && answer.kind === 'reply' && !answer.text.startsWith('{') ? { ...found, misshapen: 'no JSON' } : found;
    const usage = { ...answer.spent, model: null };
    const { heardAnswering } = this.scene;
    return {
      type: 'prompt.ended',
      op: intent.op,
      prompt: { text: step.prompt },
      reply,
      usage,
      findings,
      warnings: [],
      durationMs: 1,
      ...(heardAnswering === undefined ? {} : { heard: heardAnswering }),
    };
  }

  private ran(intent: Intent, answer: Answer, folder: MadeUpFolder): Outcome {
    if (answer.kind !== 'end') throw new Error(`${askedBy(intent)} is answered by an end`);
    if (answer.writes) folder.write(String(intent.op));
    const text = `${answer.output}\n${endLine(answer.end)}`;
    const ran = { op: intent.op, end: answer.end, output: { text }, cutBytes: 0, durationMs: 1 };
    if (intent.type === 'gate.requested') return { type: 'gate.ended', ...ran, measured: lastNumber(answer.output) };
    return { type: 'command.ended', ...ran, findings: findingsOf(this.procedure.stepOf(intent.step) as CommandStep, answer.output, text) };
  }

  private gathered({ op, step }: Intent): Outcome {
    const text = this.scene.together ?? '[]';
    return { type: 'gathered', op, output: { text }, findings: findingsOf(this.procedure.stepOf(step), text, text) };
  }

  private changed(
    intent: Exclude<Intent, { type: 'prompt.requested' | 'command.requested' | 'gate.requested' }>,
    folder: MadeUpFolder,
  ): Outcome {
    const { op } = intent;
    switch (intent.type) {
      case 'snapshot.requested':
        return { type: 'snapshot.taken', op, snapshot: folder.snapshot(intent.name), warnings: [] };
      case 'plan.requested':
        return { type: 'plan.made', op, plan: folder.plan(intent.before, intent.after, intent.subject) };
      case 'commit.requested':
        folder.commit(intent.plan);
        return { type: 'commit.made', op, commit: intent.plan.commit, warnings: [] };
      case 'restore.requested':
        folder.restore(intent.to, intent.left);
        return { type: 'restore.done', op, report: { paths: 1, notes: [] } };
      case 'wait.requested':
        return { type: 'wait.ended', op };
      case 'approval.requested': {
        const said = this.scene.approval ?? { approved: true, words: '' };
        const text = `${said.approved ? 'approved' : 'rejected'}${said.words === '' ? '' : `: ${said.words}`}`;
        const findings = findingsOf(this.procedure.stepOf(intent.step), text, text);
        return { type: 'approval.given', op, ...said, by: 'ann', output: { text }, findings };
      }
      case 'items.requested':
        return { type: 'items.listed', op, items: (this.scene.items ?? []).map((text) => ({ text })) };
      case 'gather.requested':
        return this.gathered(intent);
      case 'tree.requested':
        this.trees.set(intent.name, new MadeUpFolder(intent.from.tree));
        return { type: 'tree.made', op, warnings: [] };
      case 'merge.requested': {
        const conflicts = this.scene.conflicts?.(intent) ?? [];
        return { type: 'merge.made', op, merged: conflicts.length > 0 ? null : folder.merged(intent), conflicts };
      }
      case 'workflow.requested': {
        const { inner, innerError = null } = this.scene;
        const ended: Ending = inner ?? { status: 'succeeded', outcome: 'completed', error: null };
        const end = innerError === null ? ended : null;
        const totals = { kept: 1, undone: 0, failed: 0, calls: 2, nanoUsd: 5e8, unpricedCalls: 0, tokens: 7, commits: 1 };
        return {
          type: 'workflow.ended',
          op,
          ending: end,
          error: innerError ?? ended.error,
          output: { text: 'inner' },
          tip: null,
          totals,
          findings: noFindings,
          durationMs: 1,
          ...(this.scene.heard === undefined ? {} : { heard: this.scene.heard }),
        };
      }
    }
  }
}
