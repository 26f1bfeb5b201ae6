import { openaiSettings } from '../../adapters/runner/openai/settings.ts';
import type { Refusal } from '../../core/model/refusal.ts';
import { fail, ok, type Result } from '../../core/model/result.ts';
import type { Prices } from '../../ports/prices.ts';
import type { Programs } from '../../ports/programs.ts';
import type { Runner } from '../../ports/runner.ts';
import type { AgentChoice } from './agent-choice.ts';
import type { AgentName } from './agent-names.ts';
import type { LateActs } from './late-acts.ts';
import { readScript } from './read-script.ts';

/** Where agents are looked for, and what a person said about them. */
interface AgentPlace {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly programs: Programs;
  readonly choice: AgentChoice;
  /** What tokens cost, loaded when it is asked for. */
  readonly prices: () => Promise<Prices>;
  readonly acts: LateActs;
}

/** One who can answer prompts: how it is found, and how it is started. `chooseRunner` and `examine` go by nothing else. */
export interface Agent {
  /** What is looked for, in a refusal that says it was not found. */
  readonly lookedFor: string;
  /** How to get it. */
  readonly hint: string;
  /** Whether a person has to name it: it is not taken because it is there. */
  readonly onlyNamed: boolean;
  /** Whether it is here, without starting it; in the words of `doctor`, null = no. */
  find(place: Pick<AgentPlace, 'env' | 'programs'>): Promise<Found | null>;
  /** Loads it: a run that asks nobody starts faster by what runners import (25 ms of it is `fetch`). */
  load(place: AgentPlace): Promise<Result<Runner, Refusal>>;
}

/** The program that it is, to be asked for its version; or what there is to say. */
type Found = { readonly program: string } | { readonly said: string };

type ProgramRunner = (options: { programs: Programs; path: string; unsafe: boolean; prices?: Prices }) => Runner;

/** An agent that is a program on PATH, called by its own name and had from npm. `isPriced`: whether it tells itself what a call cost. */
const program = (name: AgentName, npmPackage: string, isPriced: boolean, loadRunner: () => Promise<ProgramRunner>): Agent => ({
  lookedFor: `\`${name}\` on PATH`,
  hint: `npm install -g ${npmPackage}`,
  onlyNamed: false,
  async find({ programs }) {
    const path = await programs.find(name);
    return path === null ? null : { program: path };
  },
  async load({ programs, choice, prices }) {
    const path = await programs.find(name);
    if (path === null)
      return fail({ code: 'run/no-agent', message: `there is no \`${name}\` on PATH`, hint: `npm install -g ${npmPackage}` });
    const runnerOf = await loadRunner();
    return ok(runnerOf({ programs, path, unsafe: choice.unsafeAgent, ...(isPriced ? {} : { prices: await prices() }) }));
  },
});

const claude = program('claude', '@anthropic-ai/claude-code', true, async () => {
  const { claudeRunner } = await import('../../adapters/runner/claude/claude-runner.ts');
  return claudeRunner;
});

const codex = program('codex', '@openai/codex', false, async () => {
  const { codexRunner } = await import('../../adapters/runner/codex/codex-runner.ts');
  return codexRunner;
});

const gemini = program('gemini', '@google/gemini-cli', false, async () => {
  const { geminiRunner } = await import('../../adapters/runner/gemini/gemini-runner.ts');
  return geminiRunner;
});

const openai: Agent = {
  lookedFor: 'PAWL_OPENAI_ENDPOINT or DEVKIT_LOCAL_ENABLED=1 in the environment',
  hint: 'set PAWL_OPENAI_ENDPOINT and PAWL_OPENAI_MODEL, or DEVKIT_LOCAL_ENABLED=1',
  onlyNamed: false,
  async find({ env }) {
    const { configured, model, endpoint } = openaiSettings(env);
    return configured ? { said: `${model} at ${endpoint}` } : null;
  },
  async load({ env }) {
    const { openaiRunner } = await import('../../adapters/runner/openai/openai-runner.ts');
    return ok(openaiRunner(openaiSettings(env)));
  },
};

const scripted: Agent = {
  lookedFor: '--script FILE',
  hint: '--script FILE; docs/runners.md has the form of a script',
  onlyNamed: true,
  find: async () => ({ said: 'built in; replies come from --script FILE' }),
  async load({ programs, choice }) {
    if (choice.script === null) return fail({ code: 'cli/usage', message: 'the scripted agent needs its replies', hint: '--script FILE' });
    const script = await readScript(choice.script);
    if (!script.ok) return script;
    const { scriptedRunner } = await import('../../adapters/runner/scripted/scripted-runner.ts');
    return ok(scriptedRunner(script.value, programs, choice.callsMade));
  },
};

/** The model of an act, which writes code (`pawl act`): each call is an act, with a journal of its own. */
const actor: Agent = {
  lookedFor: '--agent actor',
  hint: '--agent actor, with the key of a provider such as ANTHROPIC_API_KEY',
  onlyNamed: true,
  find: async () => ({ said: 'built in; a model that acts by writing code, as in pawl act' }),
  async load({ acts, choice }) {
    const how = choice.script === null ? 'a model that writes code' : 'scripted model (no model is asked)';
    return ok({ name: 'actor', label: `actor (${how})`, edits: true, billing: () => 'reported', start: acts.start });
  },
};

export const agents: Readonly<Record<AgentName, Agent>> = { claude, codex, gemini, openai, actor, scripted };
