import { recordOf } from '../../../core/model/untrusted-json.ts';
import type { Programs } from '../../../ports/programs.ts';
import type { Answer, Call, Runner } from '../../../ports/runner.ts';
import { activityOf } from './activity.ts';
import { ActivityFeed } from './activity-feed.ts';
import { argumentsOf, stdinOf } from './arguments.ts';
import { documentIn, JsonStream } from './json-stream.ts';
import { Tally } from './tally.ts';
import { verdictOf } from './verdict.ts';

export interface ClaudeOptions {
  readonly programs: Programs;
  /** Absolute path of the `claude` program. */
  readonly path: string;
  /** Skips every permission check of the agent: only on a person's express wish. Default false. */
  readonly unsafe?: boolean;
  /** Default 30. */
  readonly maxTurns?: number;
  /** A call that prints nothing for so long is ended. Default 10 minutes: one command of the agent's may take that long. */
  readonly idleTimeoutMs?: number;
  /** Wall clock, to judge the times that a provider names. */
  readonly nowMs?: () => number;
}

/** As much of stderr is kept, for the message of a failure. */
const stderrLimitBytes = 8 * 1024 * 1024;

/** Claude Code, spawned once a call with the prompt on stdin. */
export function claudeRunner(options: ClaudeOptions): Runner {
  const unsafe = options.unsafe ?? false;
  return {
    name: 'claude',
    label: `claude (${options.path}${unsafe ? ', without permission checks' : ''})`,
    edits: true,
    start(call) {
      const activity = new ActivityFeed();
      const answer = ask(call, options, activity).finally(() => activity.end());
      return { activity, answer };
    },
  };
}

async function ask(call: Call, options: ClaudeOptions, activity: ActivityFeed): Promise<Answer> {
  const allowances = { maxTurns: options.maxTurns ?? 30, unsafe: options.unsafe ?? false };
  const running = options.programs.stream({
    argv: [options.path, ...argumentsOf(call, allowances)],
    cwd: call.cwd,
    env: call.env,
    stdin: stdinOf(call.prompt),
    timeoutMs: call.timeoutMs,
    idleTimeoutMs: options.idleTimeoutMs ?? 600_000,
    signal: call.signal,
    maxBytes: stderrLimitBytes,
  });
  const stream = new JsonStream();
  const tally = new Tally();
  const take = (values: readonly unknown[]): void => {
    for (const value of values) {
      const event = recordOf(value);
      if (!event) continue;
      tally.add(event);
      for (const line of activityOf(event, call.cwd)) activity.push(line);
    }
  };
  for await (const chunk of running.stdout) take(stream.push(chunk));
  take(stream.end());
  // A result may also come as one object over many lines.
  if (!tally.result) take([documentIn(stream.noise)]);
  const outcome = await running.outcome;
  const ending = { call, tally, outcome, noise: stream.noise, overlongLines: stream.overlongLines, nowMs: (options.nowMs ?? Date.now)() };
  return { ...verdictOf(ending), usage: tally.usage() };
}
