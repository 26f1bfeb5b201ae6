import { recordOf } from '../../core/model/untrusted-json.ts';
import type { Programs } from '../../ports/programs.ts';
import type { Answer, Call, Runner } from '../../ports/runner.ts';
import { ActivityFeed } from './activity-feed.ts';
import type { Conversation } from './conversation.ts';
import { documentIn, JsonStream } from './json-stream.ts';
import { verdictOf } from './verdict.ts';

/** How an agent's program is called, whichever it is. */
export interface ProgramOptions {
  readonly programs: Programs;
  /** Absolute path of the program. */
  readonly path: string;
  /** Skips every permission check of the agent: only on a person's express wish. Default false. */
  readonly unsafe?: boolean;
  /** A call that prints nothing for so long is ended. Default 10 minutes: one command of the agent's may take that long. */
  readonly idleTimeoutMs?: number;
  /** Wall clock, to judge the times that a provider names. */
  readonly nowMs?: () => number;
}

/** As much of stderr is kept, for the message of a failure. */
const stderrLimitBytes = 8 * 1024 * 1024;

/** An agent's program, spawned once a call with the prompt on stdin; `converse` begins a call in its terms. */
export function programRunner(name: string, options: ProgramOptions, converse: (call: Call) => Conversation): Runner {
  return {
    name,
    label: `${name} (${options.path}${options.unsafe ? ', without permission checks' : ''})`,
    edits: true,
    start(call) {
      const activity = new ActivityFeed();
      const answer = ask(name, call, options, converse(call), activity).finally(() => activity.end());
      return { activity, answer };
    },
  };
}

async function ask(name: string, call: Call, options: ProgramOptions, conversation: Conversation, activity: ActivityFeed): Promise<Answer> {
  const overrun = new AbortController();
  const running = options.programs.stream({
    argv: [options.path, ...conversation.args],
    cwd: call.cwd,
    env: call.env,
    stdin: conversation.stdin,
    timeoutMs: call.timeoutMs,
    idleTimeoutMs: options.idleTimeoutMs ?? 600_000,
    signal: AbortSignal.any([call.signal, overrun.signal]),
    maxBytes: stderrLimitBytes,
  });
  const stream = new JsonStream();
  const take = (values: readonly unknown[]): void => {
    for (const value of values) {
      const event = recordOf(value);
      if (event) for (const line of conversation.take(event)) activity.push(line);
    }
    if (conversation.overrun) overrun.abort();
  };
  for await (const chunk of running.stdout) take(stream.push(chunk));
  take(stream.end());
  // The answer may also come as one object over many lines.
  if (!conversation.ended) take([documentIn(stream.noise)]);
  const outcome = await running.outcome;
  const { noise, overlongLines } = stream;
  const ending = { outcome, noise, overlongLines, nowMs: (options.nowMs ?? Date.now)() };
  return { ...verdictOf(name, call, conversation, ending), usage: conversation.usage() };
}
