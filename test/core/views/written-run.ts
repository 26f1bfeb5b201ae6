import { eventVersion, type StoredEvent } from '../../../src/core/events/envelope.ts';
import type { CommitPlan, Findings, Snapshot, Usage } from '../../../src/core/events/event-parts.ts';
import type { RunEvent } from '../../../src/core/events/run-event.ts';

/** Events as a journal would hold them: a tenth of a second apart, from the time 1000. */
export const stored = (events: readonly RunEvent[]): StoredEvent[] =>
  events.map((event, seq) => ({ v: eventVersion, run: 'r234', seq, epoch: 1, atMs: 1000 + 100 * seq, event }));

export const snapshot = (id: string): Snapshot => ({ id, tree: `tree-${id}`, head: 'c0', ref: `refs/pawl/r234/${id}` });

export const plan: CommitPlan = {
  commit: '3f9ac1e0123',
  tree: 't',
  parent: 'c0',
  ref: 'refs/heads/pawl/demo/r234',
  subject: 'demo: fix iteration 1',
  paths: 3,
  insertions: 12,
  deletions: 19,
  alsoYours: ['notes.txt'],
  discarded: [],
};

const findings: Findings = { unmet: null, until: false, branch: null, misshapen: null };

const usage = (nanoUsd: number | null): Usage => ({ nanoUsd, inputTokens: null, outputTokens: null, model: null });

export const settings = {
  runner: 'scripted',
  script: null,
  unsafeAgent: false,
  jobs: 4,
  commandTimeoutMs: 1,
  promptTimeoutMs: 1,
  runTimeoutMs: null,
  budgetNanoUsd: null,
  runToken: 't',
  ownBranch: true,
} as const;

export const place = { kind: 'git', root: '/w', cwd: '/w', branch: 'main', head: 'c0', dirtyFiles: 1 } as const;

export const started: RunEvent = {
  type: 'run.started',
  workflow: { name: 'Demo', digest: 'd', source: { text: 'name: Demo' }, file: 'demo.yml' },
  parent: null,
  input: { text: 'go' },
  settings,
  workspace: place,
  recorded: true,
};

export const began = (step: string, kind: 'command' | 'prompt' | 'loop', group: string | null = null): RunEvent => ({
  type: 'step.started',
  step,
  item: 0,
  kind,
  group,
});

export const completed = (step: string, text: string, group: string | null = null): RunEvent => ({
  type: 'step.finished',
  step,
  item: 0,
  group,
  result: { ok: true, output: { text }, outcome: 'completed' },
});

export const failed = (step: string, error: string, group: string | null = null): RunEvent => ({
  type: 'step.finished',
  step,
  item: 0,
  group,
  result: { ok: false, error, why: 'failed' },
});

export const round = (step: string, iteration: number): RunEvent => ({ type: 'iteration.started', step, item: 0, iteration, best: null });

export const over = (step: string, iteration: number, verdict: 'kept' | 'undone' | 'failed', reason = ''): RunEvent => ({
  type: 'iteration.finished',
  step,
  item: 0,
  iteration,
  verdict,
  reason,
  fatal: false,
});

type Purpose = Extract<RunEvent, { type: 'snapshot.requested' }>['purpose'];
const because = { verdict: 'undone', reason: 'x', fatal: false } as const;

/** An intent and its outcome, of these kinds, in one place of the run. */
export const done = {
  snapshot: (op: number, purpose: Purpose, step = '', warnings: readonly string[] = []): RunEvent[] => [
    { type: 'snapshot.requested', op, step, item: 0, iteration: 0, purpose, name: `s${op}`, because: null },
    { type: 'snapshot.taken', op, snapshot: snapshot(`s${op}`), warnings },
  ],
  command: (op: number, step: string, text: string, durationMs = 40): RunEvent[] => [
    { type: 'command.requested', attempt: 1, op, step, item: 0, iteration: 0 },
    { type: 'command.ended', op, end: { kind: 'exit', code: 0 }, output: { text }, cutBytes: 0, findings, durationMs },
  ],
  prompt: (op: number, step: string, text: string | null, nanoUsd: number | null, warnings: readonly string[] = []): RunEvent[] => [
    { type: 'prompt.requested', attempt: 1, model: null, complaint: null, op, step, item: 0, iteration: 0 },
    {
      type: 'prompt.ended',
      op,
      prompt: { text: 'Do it' },
      reply: text === null ? { ok: false, failure: { kind: 'io', message: 'offline' } } : { ok: true, text: { text } },
      usage: usage(nanoUsd),
      findings,
      warnings,
      durationMs: 5000,
    },
  ],
  gate: (op: number, step: string, code: number, text: string): RunEvent[] => [
    { type: 'gate.requested', attempt: 1, answered: null, op, step, item: 0, iteration: 0 },
    { type: 'gate.ended', op, end: { kind: 'exit', code }, output: { text }, cutBytes: 0, measured: null, durationMs: 700 },
  ],
  plan: (op: number, step: string, made: CommitPlan | null): RunEvent[] => [
    { type: 'plan.requested', op, step, item: 0, iteration: 0, before: snapshot('b'), after: snapshot('a'), subject: 's' },
    { type: 'plan.made', op, plan: made },
  ],
  commit: (op: number, step: string, warnings: readonly string[] = [], made: CommitPlan = plan): RunEvent[] => [
    { type: 'commit.requested', op, step, item: 0, iteration: 0, before: snapshot('b'), plan: made },
    { type: 'commit.made', op, commit: made.commit, warnings },
  ],
  restore: (op: number, step: string, paths: number, notes: readonly string[] = []): RunEvent[] => [
    { type: 'restore.requested', op, step, item: 0, iteration: 0, to: snapshot('b'), left: snapshot('try-1'), because },
    { type: 'restore.done', op, report: { paths, notes } },
  ],
};
