import { openaiSettings } from '../adapters/runner/openai/settings.ts';
import type { Refusal } from '../core/model/refusal.ts';
import { fail, ok, type Result } from '../core/model/result.ts';
import type { Programs } from '../ports/programs.ts';
import type { Runner } from '../ports/runner.ts';
import type { AgentName } from './agent-names.ts';
import type { AgentChoice } from './choose-runner.ts';
import { readScript } from './read-script.ts';

/** Where agents are looked for, and what a person said about them. */
interface AgentPlace {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly programs: Programs;
  readonly choice: AgentChoice;
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
  find(place: Omit<AgentPlace, 'choice'>): Promise<Found | null>;
  /** Loads it: a run that asks nobody starts faster by what runners import (25 ms of it is `fetch`). */
  load(place: AgentPlace): Promise<Result<Runner, Refusal>>;
}

/** The program that it is, to be asked for its version; or what there is to say. */
type Found = { readonly program: string } | { readonly said: string };

const claude: Agent = {
  lookedFor: '`claude` on PATH',
  hint: 'npm install -g @anthropic-ai/claude-code',
  onlyNamed: false,
  async find({ programs }) {
    const program = await programs.find('claude');
    return program === null ? null : { program };
  },
  async load({ programs, choice }) {
    const path = await programs.find('claude');
    if (path === null) return fail({ code: 'run/no-agent', message: 'there is no `claude` on PATH', hint: claude.hint });
    const { claudeRunner } = await import('../adapters/runner/claude/claude-runner.ts');
    return ok(claudeRunner({ programs, path, unsafe: choice.unsafeAgent }));
  },
};

const openai: Agent = {
  lookedFor: 'PAWL_OPENAI_ENDPOINT or DEVKIT_LOCAL_ENABLED=1 in the environment',
  hint: 'set PAWL_OPENAI_ENDPOINT and PAWL_OPENAI_MODEL, or DEVKIT_LOCAL_ENABLED=1',
  onlyNamed: false,
  async find({ env }) {
    const { configured, model, endpoint } = openaiSettings(env);
    return configured ? { said: `${model} at ${endpoint}` } : null;
  },
  async load({ env }) {
    const { openaiRunner } = await import('../adapters/runner/openai/openai-runner.ts');
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
    const { scriptedRunner } = await import('../adapters/runner/scripted/scripted-runner.ts');
    return ok(scriptedRunner(script.value, programs));
  },
};

export const agents: Readonly<Record<AgentName, Agent>> = { claude, openai, scripted };
