import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

export interface AgentEntry {
  readonly write?: Record<string, string | null>;
  readonly sh?: string;
  readonly reply?: string;
  readonly error?: string;
  readonly cost_usd?: number;
}

/** One case, as its file has it. */
export interface Case {
  readonly name: string;
  readonly workflow?: string;
  readonly workflow_bytes_base64?: string;
  readonly input?: string;
  readonly repo?: Record<string, string> | null;
  readonly repo_dir?: string;
  readonly dirty?: Record<string, string | null | string[]>;
  readonly setup?: string;
  readonly agent?: AgentEntry[];
  readonly agent_by_step?: Record<string, AgentEntry[]>;
  readonly options?: { budget_usd?: number; cancel_after?: string; command_timeout_seconds?: number };
  readonly expect: Expectation;
}

export interface Expectation {
  readonly valid?: boolean;
  readonly diagnostics?: { contains?: string; line?: number; column?: number }[];
  readonly status?: string;
  readonly outcome?: string;
  readonly error_contains?: string;
  readonly agent_calls?: number;
  readonly cost_usd?: number;
  readonly prompts?: { call: number; contains?: string; not_contains?: string }[];
  readonly outputs?: Record<string, { equals?: string; contains?: string }>;
  readonly outputs_absent?: string[];
  readonly attempts?: { kept?: number; reverted?: number; failed?: number };
  readonly files?: Record<string, string | null>;
  readonly git?: {
    head_unchanged?: boolean;
    staged?: string[];
    untracked?: string[];
    branch_commits?: string[];
    branch_paths?: string[][];
  };
  readonly check?: string;
  readonly max_seconds?: number;
  readonly no_processes_left?: string;
}

const expectationKeys = new Set<string>([
  'valid',
  'diagnostics',
  'status',
  'outcome',
  'error_contains',
  'agent_calls',
  'cost_usd',
  'prompts',
  'outputs',
  'outputs_absent',
  'attempts',
  'files',
  'git',
  'check',
  'max_seconds',
  'no_processes_left',
] satisfies (keyof Expectation)[]);

/** All cases in a folder, in the order of their file names. Throws for a file that is no case: what is not understood is not passed. */
export function readCases(folder: string): Case[] {
  const files = readdirSync(folder)
    .filter((file) => /\.ya?ml$/.test(file))
    .sort();
  return files.map((file) => {
    const read = parse(readFileSync(join(folder, file), 'utf8')) as Case;
    if (typeof read?.name !== 'string' || typeof read.expect !== 'object') throw new Error(`${file} has no name or no expect`);
    const unknown = Object.keys(read.expect).filter((key) => !expectationKeys.has(key));
    if (unknown.length > 0) throw new Error(`${file} expects ${unknown.join(', ')}, which this harness does not know`);
    return read;
  });
}
