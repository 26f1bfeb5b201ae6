import { describe, expect, test } from 'vitest';
import type { ScriptedTurn } from '../../src/adapters/model/scripted/model-script.ts';
import type { ModelRequest } from '../../src/ports/model.ts';
import { type HandleSubject, handleContract } from '../../src/testing/handle-contract.ts';
import { acting, calls, code, says } from '../act/acting.ts';
import { repository } from '../cli/pawl.ts';
import { isUnderWay, sceneOf, untilLetGo } from './scene.ts';

type Turns = readonly (ScriptedTurn | ((request: ModelRequest) => ScriptedTurn))[];

const lastOf = ({ messages }: ModelRequest): string => JSON.stringify(messages.at(-1) ?? '');

/** An act whose model takes these turns, and answers questions beside them. */
function begun(turns: Turns) {
  const repo = repository();
  const told: string[] = [];
  let turn = 0;
  const { handle } = acting(
    (request) => {
      const last = lastOf(request);
      if (last.includes('A question beside the task')) return { text: 'half way', usage: { usd: 0.01, inputTokens: 3 } };
      told.push(last);
      const next = turns[turn++];
      return typeof next === 'function' ? next(request) : next;
    },
    {},
    repo,
  );
  return { repo, handle, scene: () => sceneOf({ repo, handle, worker: (run) => run, told: () => told }) };
}

const command = code(`await ctx.notify('it begins');\nawait ctx.sh(${JSON.stringify(untilLetGo)})`);

const subject: HandleSubject = {
  async withCommand() {
    const { repo, scene, handle } = begun([command, says('done')]);
    await Promise.race([isUnderWay(repo), handle.result()]);
    return scene();
  },
  async thinking() {
    const { scene, handle } = begun([{ silent: true }]);
    for await (const { event } of handle.events) if (event.type === 'turn.requested') break;
    return scene();
  },
  failing: () => begun([{ fail: { kind: 'auth', message: 'nobody is logged in' } }]).handle,
  refused: () => acting([], { limits: { turns: 0 } }).handle,
  asking: () => begun([calls('request_clarification', { question: 'which one?' }), (request) => says(`it is ${lastOf(request)}`)]).scene(),
};

describe('the handle of an act', () => handleContract({ test, expect }, subject));
