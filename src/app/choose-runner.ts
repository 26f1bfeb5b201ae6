import { readFile } from 'node:fs/promises';
import { openaiSettings } from '../adapters/runner/openai/settings.ts';
import type { Script } from '../adapters/runner/scripted/script.ts';
import type { Refusal } from '../core/model/refusal.ts';
import { fail, ok, type Result } from '../core/model/result.ts';
import type { Programs } from '../ports/programs.ts';
import type { Runner } from '../ports/runner.ts';

export interface AgentChoice {
  /** null = the first one found. */
  readonly agent: string | null;
  /** The replies of a scripted agent: a file's path, or the script itself. */
  readonly script: string | Script | null;
  /** Whether the agent may skip its own permission checks; only on a person's express wish. */
  readonly unsafeAgent: boolean;
}

// Each runner is loaded when it is chosen: a run that asks nobody starts faster by what they import (25 ms of it is `fetch`).

/** Picks who answers prompt steps. Refused, naming what was looked for, when nobody can. */
export async function chooseRunner(
  choice: AgentChoice,
  env: Readonly<Record<string, string | undefined>>,
  programs: Programs,
): Promise<Result<Runner, Refusal>> {
  const wanted = choice.agent ?? (choice.script === null ? null : 'scripted');
  switch (wanted) {
    case 'scripted':
      return scripted(choice.script, programs);
    case 'claude':
      return (await claude(programs, choice.unsafeAgent)) ?? fail({ ...noAgent, message: 'there is no `claude` on PATH' });
    case 'openai':
      return openai(env);
    case null: {
      const found = await claude(programs, choice.unsafeAgent);
      if (found !== null) return found;
      return openaiSettings(env).configured ? openai(env) : fail(noAgent);
    }
    default:
      return fail({ code: 'cli/usage', message: `there is no agent called "${wanted}"`, hint: 'known: claude, openai, scripted' });
  }
}

const noAgent: Refusal = {
  code: 'run/no-agent',
  message: 'no agent was found: looked for `claude` on PATH, and for DEVKIT_LOCAL_ENABLED=1 or PAWL_OPENAI_ENDPOINT in the environment',
  hint: 'install one (npm install -g @anthropic-ai/claude-code), or set PAWL_OPENAI_ENDPOINT and PAWL_OPENAI_MODEL; pawl doctor  shows what is found',
};

async function claude(programs: Programs, unsafe: boolean): Promise<Result<Runner, Refusal> | null> {
  const path = await programs.find('claude');
  if (path === null) return null;
  const { claudeRunner } = await import('../adapters/runner/claude/claude-runner.ts');
  return ok(claudeRunner({ programs, path, unsafe }));
}

async function openai(env: Readonly<Record<string, string | undefined>>): Promise<Result<Runner, Refusal>> {
  const { openaiRunner } = await import('../adapters/runner/openai/openai-runner.ts');
  return ok(openaiRunner(openaiSettings(env)));
}

async function scripted(script: string | Script | null, programs: Programs): Promise<Result<Runner, Refusal>> {
  if (script === null) return fail({ code: 'cli/usage', message: 'the scripted agent needs its replies', hint: '--script FILE' });
  const { scriptedRunner } = await import('../adapters/runner/scripted/scripted-runner.ts');
  const { parseScript } = await import('../adapters/runner/scripted/script.ts');
  if (typeof script !== 'string') return ok(scriptedRunner(script, programs));
  const text = await readFile(script, 'utf8').catch((error: NodeJS.ErrnoException) => error);
  if (text instanceof Error)
    return fail({
      code: 'run/invalid-script',
      message: `the script ${script} cannot be read (${text.code})`,
      hint: 'give the path of a file of replies',
    });
  const parsed = parseScript(text);
  if (!parsed.ok)
    return fail({ code: 'run/invalid-script', message: `${script}: ${parsed.failure}`, hint: 'docs/runners.md has the form of a script' });
  return ok(scriptedRunner(parsed.value, programs));
}
