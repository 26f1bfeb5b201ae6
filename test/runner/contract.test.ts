import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { programs } from '../../src/adapters/process/programs.ts';
import { claudeRunner } from '../../src/adapters/runner/claude/claude-runner.ts';
import { openaiRunner, openaiSettings } from '../../src/adapters/runner/openai/openai-runner.ts';
import { scriptedRunner } from '../../src/adapters/runner/scripted/scripted-runner.ts';
import type { Runner } from '../../src/ports/runner.ts';
import { runnerContract } from '../../src/testing/runner-contract.ts';
import { scratchFolder } from '../scratch.ts';
import { plainEnv } from './call.ts';
import { lines, type Play, result, standInPath } from './claude-stand-in.ts';
import { delta, done, events, json, openaiServer } from './openai-server.ts';

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

describe('claude', () => {
  /** The stand-in is told what to play by a variable, so a program of the test's own sets it. */
  const playing = async (play: Play): Promise<Runner> => {
    const folder = scratchFolder();
    const [file, path] = [join(folder, 'play.json'), join(folder, 'claude')];
    writeFileSync(file, JSON.stringify(play));
    writeFileSync(path, `#!/bin/sh\nSTAND_IN='${file}' exec '${process.execPath}' '${standInPath}' "$@"\n`, { mode: 0o755 });
    return claudeRunner({ programs: programs(), path });
  };
  runnerContract(
    { test, expect },
    {
      answering: (text) => playing([{ out: lines(result({ result: text })) }]),
      failing: () => playing([{ out: lines(result({ is_error: true, result: 'no' })) }]),
      silent: () => playing([{ hang: true }]),
      folder: scratchFolder,
      env: plainEnv,
    },
  );
});

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
