import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { startWorkflow } from '../../src/app/run/start-workflow.ts';
import type { StoredEvent } from '../../src/core/events/envelope.ts';
import { type HandleSubject, handleContract } from '../../src/testing/handle-contract.ts';
import { cleanEnv, repository, scripted, writeFiles } from '../cli/pawl.ts';
import { isUnderWay, sceneOf, untilLetGo } from './scene.ts';

const twoSteps = `name: w\nsteps:\n  - { id: wait, command: "${untilLetGo}" }\n  - { id: tell, prompt: "Go on" }\n`;
const asksOnce = 'name: w\nsteps:\n  - { id: think, prompt: "Think" }\n';
const fails = 'name: w\nsteps:\n  - { id: a, command: "false", expect: success }\n';
const outer = 'name: outer\nsteps:\n  - { id: within, workflow: inner.yml }\n';

/** Begins the run of a workflow with a scripted agent, in a repository of its own. */
function begun(workflow: string, replies: readonly object[], inner?: string) {
  const repo = repository();
  if (inner !== undefined) writeFiles(dirname(repo), { 'inner.yml': inner });
  scripted(repo, workflow, replies);
  const folder = dirname(repo);
  const handle = startWorkflow({
    workflow: join(folder, 'workflow.yml'),
    cwd: repo,
    env: cleanEnv(folder),
    agent: 'scripted',
    script: join(folder, 'script.json'),
  });
  return { repo, handle };
}

const prompts = (events: readonly StoredEvent[]): string[] =>
  events.flatMap(({ event }) => (event.type === 'prompt.ended' && 'text' in event.prompt ? [event.prompt.text] : []));

const subject = (inner: boolean): HandleSubject => {
  const worker = (run: string): string => (inner ? `${run}.2` : run);
  const scene = async (steps: string, replies: readonly object[]) => {
    const { repo, handle } = inner ? begun(outer, replies, steps) : begun(steps, replies);
    await Promise.race([isUnderWay(repo), handle.result()]);
    return sceneOf({ repo, handle, worker, told: prompts });
  };
  return {
    withCommand: () => scene(twoSteps, [{ reply: 'done', costUsd: 0.01 }]),
    thinking: () => scene(asksOnce, [{ sh: untilLetGo, reply: 'thought' }]),
    failing: () => (inner ? begun(outer, [], fails) : begun(fails, [])).handle,
    refused: () => begun('name: w\nsteps: 7\n', []).handle,
    asking: null,
  };
};

describe('the handle of a run of a workflow', () => handleContract({ test, expect }, subject(false)));

describe('the handle of a run around another one, whose words and pauses reach the inner one', () =>
  handleContract({ test, expect }, subject(true)));
