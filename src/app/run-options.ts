import type { StoredEvent } from '../core/events/envelope.ts';
import type { RunOutcome, RunStatus, Totals } from '../core/events/event.ts';
import type { Diagnostic } from '../core/model/diagnostic.ts';
import type { Workflow } from '../core/workflow/workflow.ts';
import type { WorkspaceReport } from '../ports/workspace.ts';
import type { AgentChoice } from './choose-runner.ts';

export interface RunOptions extends Partial<AgentChoice> {
  /** A path to a workflow file, or a name. */
  readonly workflow: string;
  /** Default ''. */
  readonly input?: string;
  /** Default: the process's folder. */
  readonly cwd?: string;
  /** What commands and agents inherit; default: the process's environment. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Default: no limit. */
  readonly budgetUsd?: number | null;
  /** Parallel children at once; default 4. */
  readonly jobs?: number;
  /** For each command and each gate; default 10 minutes. */
  readonly commandTimeoutMs?: number;
  /** For each call of the agent; default 60 minutes. */
  readonly promptTimeoutMs?: number;
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
}

export interface RunResult {
  readonly run: string;
  readonly status: RunStatus;
  readonly outcome: RunOutcome;
  readonly error: string | null;
  readonly totals: Totals;
}

export type RunRequest = Required<RunOptions>;

/** The options with every default filled in. */
export function requestOf(options: RunOptions): RunRequest {
  return {
    input: '',
    cwd: process.cwd(),
    env: process.env,
    agent: null,
    script: null,
    unsafeAgent: false,
    budgetUsd: null,
    jobs: 4,
    commandTimeoutMs: 10 * 60_000,
    promptTimeoutMs: 60 * 60_000,
    ownBranch: true,
    signal: new AbortController().signal,
    observer: {},
    ...options,
  };
}
