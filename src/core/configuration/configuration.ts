import type { EffectClass } from '../model/effect-class.ts';
import type { NanoUsd } from '../model/money.ts';

/** What `pawl.yml` says, checked. What it does not say is null or absent: the default stands. */
export interface Configuration {
  readonly tiers: { readonly [T in Tier]?: TierTarget };
  /** Who answers prompts where nobody is named. */
  readonly agent: string | null;
  readonly budget: {
    /** The limit of any run that has no other. */
    readonly nanoUsd: NanoUsd | null;
    /** By the name of a workflow, as `pawl list` shows it. */
    readonly workflows: ReadonlyMap<string, WorkflowLimit>;
  };
  /** By the name that steps call them. */
  readonly secrets: ReadonlyMap<string, SecretSource>;
  readonly timeout: { readonly commandMs: number | null; readonly promptMs: number | null; readonly runMs: number | null };
  readonly jobs: number | null;
  /** By the name of a model: what its tokens cost, whatever a list says. */
  readonly prices: ReadonlyMap<string, TokenPrices>;
  /** How many acts and sessions of acts there may be at once in one process. */
  readonly acts: { readonly jobs: number; readonly sessions: number };
  /** Files that declare primitives, as they are written: relative to the folder of `pawl.yml`. */
  readonly primitives: readonly string[];
  /** Folders of stored functions, as they are written. */
  readonly functions: readonly string[];
  /** Hosts that code of an act may reach, and those of them that honour idempotency keys. */
  readonly http: { readonly hosts: readonly string[]; readonly keyed: readonly string[] };
  /** Whether code of an act may run although a layer of isolation is missing: 'weak' = it may. */
  readonly sandbox: 'strict' | 'weak';
  /** By the name that code calls them below `ctx.mcp`. */
  readonly mcp: ReadonlyMap<string, McpServerSettings>;
}

export const tierNames = ['smart', 'general', 'fast'] as const;

export type Tier = (typeof tierNames)[number];

export const isTier = (name: string | null): name is Tier => (tierNames as readonly (string | null)[]).includes(name);

/** What a tier means; at least one of the two is given. */
export interface TierTarget {
  /** An agent; for acts also a provider of models or the address of a server. null = whoever answers prompts. */
  readonly runner: string | null;
  /** null = what the runner takes for the tier. */
  readonly model: string | null;
  /** For acts: the variable that holds the key of the server that `runner` is the address of. Absent: it needs none. */
  readonly keyVariable?: string;
  /** For acts. Absent: what is known of the model. */
  readonly contextTokens?: number;
}

interface WorkflowLimit {
  readonly nanoUsd: NanoUsd | null;
  readonly tokens: number | null;
}

/** Where the value of a secret comes from: a variable of the environment, a file, or what a command prints. */
export type SecretSource =
  | { readonly from: 'env'; readonly variable: string }
  | { readonly from: 'file'; readonly path: string }
  | { readonly from: 'command'; readonly command: string };

/** In dollars for a million tokens. */
export interface TokenPrices {
  readonly input: number;
  /** Of the input, what the provider had in its cache. */
  readonly cached: number;
  readonly output: number;
}

/** An MCP server, as a program to start. */
export interface McpServerSettings {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: ReadonlyMap<string, string>;
  /** Relative to the file; null = its folder. */
  readonly cwd: string | null;
  /** Names of secrets that it gets in its environment. */
  readonly secrets: readonly string[];
  /** By name: what a person says of tools in place of what the server says. */
  readonly tools: ReadonlyMap<string, McpToolSettings>;
  /** Of each call; null = the default. */
  readonly timeoutMs: number | null;
}

/** What is absent is as the server says. */
export interface McpToolSettings {
  readonly effect?: EffectClass;
  /** JSON Pointers into the object that the tool takes. */
  readonly identity?: readonly string[];
  readonly settles?: 'keyed' | 'none';
}

export const defaultActs = { jobs: 20, sessions: 20 };

/** What holds where there is no `pawl.yml`. */
export const emptyConfiguration: Configuration = {
  tiers: {},
  agent: null,
  budget: { nanoUsd: null, workflows: new Map() },
  secrets: new Map(),
  timeout: { commandMs: null, promptMs: null, runMs: null },
  jobs: null,
  prices: new Map(),
  acts: defaultActs,
  primitives: [],
  functions: [],
  http: { hosts: [], keyed: [] },
  sandbox: 'strict',
  mcp: new Map(),
};
