import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { programs } from '../../src/adapters/process/programs.ts';
import { openaiRunner, openaiSettings } from '../../src/adapters/runner/openai/openai-runner.ts';
import { createRecording } from '../../src/adapters/runner/recorded/recording-file.ts';
import { recordingRunner } from '../../src/adapters/runner/recorded/recording-runner.ts';
import type { Script } from '../../src/adapters/runner/scripted/script.ts';
import { scriptedRunner } from '../../src/adapters/runner/scripted/scripted-runner.ts';
import type { Runner } from '../../src/ports/runner.ts';
import { okValue } from '../../src/testing/ok-value.ts';
import { runnerContract } from '../../src/testing/runner-contract.ts';
import { scratchFolder } from '../scratch.ts';
import { plainEnv } from './call.ts';
import { claudeStandIn, result } from './claude-stand-in.ts';
import { codexStandIn, completed, failedTurn, message } from './codex-stand-in.ts';
import { geminiResult, geminiStandIn, words } from './gemini-stand-in.ts';
import { delta, done, events, json, openaiServer } from './openai-server.ts';
import { lines, type Play } from './stand-in.ts';

describe('scripted', () => {
  const twice = <T>(entry: T): T[] => [entry, entry];
  runnerContract(
    { test, expect },
    {
      answering: async (reply) => scriptedRunner({ replies: twice({ reply }) }, programs()),
      failing: async () => scriptedRunner({ replies: twice({ error: 'no' }) }, programs()),
      silent: async () => scriptedRunner({ replies: twice({ sh: 'sleep 600' }) }, programs()),
      folder: scratchFolder,
      env: plainEnv,
    },
  );
});

describe('a runner that is recorded', () => {
  const twice = <T>(entry: T): T[] => [entry, entry];
  const recorded = async (script: Script): Promise<Runner> => {
    const file = await createRecording(join(scratchFolder(), 'r.jsonl'), { workflow: 'w', agent: 'a', edits: true }, (text) => text);
    return recordingRunner(scriptedRunner(script, programs()), okValue(file), programs());
  };
  runnerContract(
    { test, expect },
    {
      answering: (reply) => recorded({ replies: twice({ reply }) }),
      failing: () => recorded({ replies: twice({ error: 'no' }) }),
      silent: () => recorded({ replies: twice({ sh: 'sleep 600' }) }),
      folder: scratchFolder,
      env: plainEnv,
    },
  );
});

/** A runner of a program, by the output with which its stand-in answers and that with which it fails. */
const programContract = (standIn: { playing(folder: string, play: Play): Runner }, answer: (text: string) => string, failure: string) => {
  const playing = async (play: Play) => standIn.playing(scratchFolder(), play);
  runnerContract(
    { test, expect },
    {
      answering: (text) => playing([{ out: answer(text) }]),
      failing: () => playing([{ out: failure }]),
      silent: () => playing([{ hang: true }]),
      folder: scratchFolder,
      env: plainEnv,
    },
  );
};

describe('claude', () =>
  programContract(claudeStandIn, (text) => lines(result({ result: text })), lines(result({ is_error: true, result: 'no' }))));

describe('codex', () => programContract(codexStandIn, (text) => lines(message(text), completed), lines(failedTurn('no'))));

describe('gemini', () =>
  programContract(
    geminiStandIn,
    (text) => lines(words(text), geminiResult()),
    lines(geminiResult({ status: 'error', error: { message: 'no' } })),
  ));

describe('openai', () => {
  const served = async (answer: Parameters<typeof openaiServer>[0]): Promise<Runner> =>
    openaiRunner(openaiSettings({ PAWL_OPENAI_ENDPOINT: (await openaiServer(answer)).endpoint }));
  runnerContract(
    { test, expect },
    {
      answering: (text) => served(events(delta(text, 'stop'), done)),
      failing: () => served(json({ error: { message: 'no' } }, 400)),
      silent: () => served(() => undefined),
      folder: scratchFolder,
      env: plainEnv,
    },
  );
});
