import type { Call } from '../../../ports/runner.ts';
import type { Conversation } from '../../agent-cli/conversation.ts';
import { activityOf } from './activity.ts';
import { type Allowances, argumentsOf, stdinOf } from './arguments.ts';
import { complaintFailure, verdictOfResult } from './result.ts';
import { Tally } from './tally.ts';

/** A call in the terms of the `claude` program. */
export function claudeConversation(call: Call, allowances: Allowances): Conversation {
  const tally = new Tally();
  return {
    args: argumentsOf(call, allowances),
    stdin: stdinOf(call.prompt),
    take(event) {
      tally.add(event);
      return activityOf(event, call.cwd);
    },
    get ended() {
      return tally.result !== null;
    },
    // The program itself ends at its limit of turns.
    overrun: null,
    verdict: ({ nowMs }) => verdictOfResult(tally.result ?? {}, tally, call, nowMs),
    complaint: (nowMs) => (tally.complaint ? complaintFailure(tally.complaint, tally, call, nowMs) : null),
    usage: () => tally.usage(),
    warnings: [],
  };
}
