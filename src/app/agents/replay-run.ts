import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Refusal } from '../../core/model/refusal.ts';
import { fail, ok, type Result } from '../../core/model/result.ts';
import type { Programs } from '../../ports/programs.ts';
import type { Runner } from '../../ports/runner.ts';
import type { AgentChoice } from './agent-choice.ts';

interface ReplayRequest extends AgentChoice {
  readonly cwd: string;
  readonly anyPrompt: boolean;
}

/** Who answers as a recording has it. Refused where it cannot be read, and with what has no meaning beside it. */
export async function replayOf(request: ReplayRequest, path: string, programs: Programs): Promise<Result<Runner, Refusal>> {
  const { agent, script } = request;
  if (agent !== null || script !== null) {
    return fail({ code: 'cli/usage', message: 'a replay asks no agent', hint: 'leave --agent and --script out' });
  }
  const text = await readFile(resolve(request.cwd, path), 'utf8').catch((error: NodeJS.ErrnoException) => error);
  if (text instanceof Error) return fail(invalid(`the recording ${path} cannot be read (${text.code})`));
  const { parseRecording } = await import('../../adapters/runner/recorded/recording.ts');
  const recording = parseRecording(text);
  if (!recording.ok) return fail(invalid(`${path}: ${recording.failure}`));
  const { replayRunner } = await import('../../adapters/runner/recorded/replay-runner.ts');
  return ok(replayRunner(recording.value, programs, request.anyPrompt));
}

const invalid = (message: string): Refusal => ({
  code: 'run/invalid-recording',
  message,
  hint: 'give the path of a file that --record wrote',
});
