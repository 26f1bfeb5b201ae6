import type { Configuration } from '../../core/configuration/configuration.ts';
import type { StoredEvent } from '../../core/events/envelope.ts';
import type { RunOutcome, RunStatus, Totals } from '../../core/events/event.ts';
import type { Diagnostic } from '../../core/model/diagnostic.ts';
import type { Workflow } from '../../core/workflow/workflow.ts';
import type { WorkspaceReport } from '../../ports/workspace.ts';
import type { AgentChoice } from '../agents/agent-choice.ts';

export interface RunOptions extends Partial<AgentChoice> {
  /** A path to a workflow file, or a name. */
  readonly workflow: string;
  /** Default ''. */
  readonly input?: string;
  /** Default: the process's folder. */
  readonly cwd?: string;
  /** What commands and agents inherit; default: the process's environment. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Default: what `pawl.yml` says, else no limit. */
  readonly budgetUsd?: number | null;
  /** Whether a limit in money may go with models without a known price, which it does not count; default false. */
  readonly allowUnpriced?: boolean;
  /** Parallel children at once; default: `pawl.yml`, else 4. */
  readonly jobs?: number;
  /** For each command and each gate; default: `pawl.yml`, else 10 minutes. */
  readonly commandTimeoutMs?: number;
  /** For each call of the agent; default: `pawl.yml`, else 60 minutes. */
  readonly promptTimeoutMs?: number;
  /** For the whole run, the time that it waits for a person left out; default: `pawl.yml`, else as long as it takes. */
  readonly runTimeoutMs?: number | null;
  /** Writes down every reply, with what it changed, in a new file; null = not. */
  readonly record?: string | null;
  /** Answers prompts by a recording, with no model; null = not. */
  readonly replay?: string | null;
  /** Whether a replay goes on where a prompt is not the recorded one; default false. */
  readonly anyPrompt?: boolean;
  /** Whether kept iterations go to a branch of the run's own; default true. */
  readonly ownBranch?: boolean;
  /** Aborting it cancels the run cleanly. */
  readonly signal?: AbortSignal;
  readonly observer?: RunObserver;
}

/** What a door is told while a run goes on. */
export interface RunObserver {
  /** Once, before the first event: what a person wants to know first. */
  readonly opened?: (opening: Opening) => void;
  readonly event?: (stored: StoredEvent) => void;
  readonly activity?: (step: string, line: string) => void;
  /** What went wrong around the run without stopping it, and so stands in no event: one sentence. */
  readonly warned?: (message: string) => void;
}

export interface Opening {
  readonly run: string;
  readonly workflow: Workflow;
  /** What its file may have wrong without being wrong. */
  readonly warnings: readonly Diagnostic[];
  readonly source: { readonly file: string; readonly text: string };
  readonly report: WorkspaceReport;
  /** Who answers prompts, by name and as a person reads it; null where no step asks an agent. */
  readonly agent: { readonly name: string; readonly label: string } | null;
  readonly budgetUsd: number | null;
  /** What the run has done before it was taken up; empty for one that begins. */
  readonly history: readonly StoredEvent[];
}

export interface RunResult {
  readonly run: string;
  /** `waiting`: only a person's word lets it go on; nothing is under way meanwhile. */
  readonly status: RunStatus | 'waiting';
  readonly outcome: RunOutcome | 'waiting';
  readonly error: string | null;
  /** What a person is asked, where it waits for one. */
  readonly question: string | null;
  readonly totals: Totals;
}

export type RunRequest = Required<RunOptions>;

/** The options, and where they say nothing what `pawl.yml` says, and where that says nothing the default. */
export function requestOf(options: RunOptions, { jobs, timeout }: Configuration): RunRequest {
  return {
    input: '',
    cwd: process.cwd(),
    env: process.env,
    agent: null,
    script: null,
    unsafeAgent: false,
    callsMade: new Map(),
    budgetUsd: null,
    allowUnpriced: false,
    jobs: jobs ?? 4,
    commandTimeoutMs: timeout.commandMs ?? 10 * 60_000,
    promptTimeoutMs: timeout.promptMs ?? 60 * 60_000,
    runTimeoutMs: timeout.runMs,
    record: null,
    replay: null,
    anyPrompt: false,
    ownBranch: true,
    signal: new AbortController().signal,
    observer: {},
    ...options,
  };
}
