import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { ScriptedTurn } from '../../src/adapters/model/scripted/model-script.ts';
import { startWorkflow } from '../../src/app/run/start-workflow.ts';
import { messagesOf } from '../../src/core/act/act-messages.ts';
import { freshAct } from '../../src/core/act/act-state.ts';
import { evolveAct } from '../../src/core/act/evolve-act.ts';
import type { StoredEvent } from '../../src/core/events/envelope.ts';
import { isActRunEvent } from '../../src/core/events/run-event.ts';
import { type HandleSubject, handleContract } from '../../src/testing/handle-contract.ts';
import { acting, code, says, scriptFile } from '../act/acting.ts';
import { cleanEnv, repository, writeFiles } from '../cli/pawl.ts';
import { isUnderWay, sceneOf, untilLetGo } from './scene.ts';

const command = code(`await ctx.sh(${JSON.stringify(untilLetGo)})`);
const beside = { text: 'half way', usage: { usd: 0.01, inputTokens: 3 } };

/** What the model of an act was shown last, turn by turn. */
function toldIn(events: readonly StoredEvent[]): string[] {
  const told: string[] = [];
  let state = freshAct;
  for (const { event } of events) {
    if (!isActRunEvent(event)) continue;
    state = evolveAct(state, event);
    if (event.type !== 'turn.requested') continue;
    const messages = messagesOf(state.entries, (value) => ('text' in value ? value.text : ''));
    told.push(JSON.stringify(messages.at(-1)));
  }
  return told;
}

/** An act around one that does the work: the inner one's model takes `inner`, the outer's goes on with what came of it. */
function nested(inner: readonly ScriptedTurn[], last: ScriptedTurn = says('done')) {
  const repo = repository();
  const told: string[] = [];
  let turn = 0;
  const { handle } = acting(
    ({ messages }) => {
      const said = JSON.stringify(messages);
      if (said.includes('A question beside the task')) return beside;
      if (said.includes('the inner task')) return inner[turn++];
      told.push(JSON.stringify(messages.at(-1)));
      const begun = messages.some(({ role }) => role === 'assistant');
      if (!begun) return code(`await ctx.notify('it begins');\nawait ctx.act('the inner' + ' task')`);
      return last;
    },
    {},
    repo,
  );
  // Its call of `ctx.act` is the second that its code makes.
  const worker = (run: string): string => `${run}.4`;
  return { repo, handle, scene: () => sceneOf({ repo, handle, worker, told: () => told }) };
}

const within: HandleSubject = {
  async withCommand() {
    const { repo, scene, handle } = nested([command, says('worked')]);
    await Promise.race([isUnderWay(repo), handle.result()]);
    return scene();
  },
  async thinking() {
    const { scene, handle } = nested([{ silent: true }]);
    for await (const { event } of handle.events) if (event.type === 'effect.requested' && event.primitive === 'act') break;
    return scene();
  },
  failing: () => nested([says('worked')], { fail: { kind: 'auth', message: 'nobody is logged in' } }).handle,
  refused: () => acting([], { limits: { turns: 0 } }).handle,
  asking: null,
};

describe('the handle of an act whose code waits for another one, which pauses and ends with it', () =>
  handleContract({ test, expect }, within));

/** A run of one prompt step that an act answers, whose model takes these turns. */
function answering(turns: readonly ScriptedTurn[], steps = '[{ id: a, prompt: "Do it" }]') {
  const repo = repository();
  const folder = dirname(repo);
  writeFiles(folder, { 'workflow.yml': `name: w\nsteps: ${steps}\n` });
  const script = scriptFile(folder, turns);
  const handle = startWorkflow({ workflow: join(folder, 'workflow.yml'), cwd: repo, env: cleanEnv(folder), agent: 'actor', script });
  return { repo, handle, scene: () => sceneOf({ repo, handle, worker: (run) => `${run}.2`, told: toldIn }) };
}

const ofPrompt: HandleSubject = {
  async withCommand() {
    const { repo, scene, handle } = answering([command, says('done')]);
    await Promise.race([isUnderWay(repo), handle.result()]);
    return scene();
  },
  async thinking() {
    const { repo, scene, handle } = answering([command, { silent: true }]);
    await Promise.race([isUnderWay(repo), handle.result()]);
    return scene();
  },
  failing: () => answering([{ fail: { kind: 'auth', message: 'nobody is logged in' } }]).handle,
  refused: () => answering([], '7').handle,
  asking: null,
};

describe('the handle of a run whose prompt an act answers, which hears its words and pauses with it', () =>
  handleContract({ test, expect }, ofPrompt));
