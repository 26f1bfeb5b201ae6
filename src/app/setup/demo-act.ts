import { join } from 'node:path';
import { processSandbox } from '../../adapters/sandbox/process/process-sandbox.ts';
import type { ActOptions } from '../act/act-options.ts';
import { memoryBytes } from '../surroundings/code-memory.ts';
import { packageFolder } from '../surroundings/package-folder.ts';
import type { DemoProject } from './demo-project.ts';

/** An act for trying, in the project of the demo, with a scripted model. */
export interface DemoAct {
  readonly task: string;
  /** What it is told in mid-run. */
  readonly said: string;
  readonly options: ActOptions & { readonly script: string };
  /** Another act, which finds in the library what was stored after this one. */
  readonly second: { readonly task: string; readonly options: DemoAct['options'] };
  /** The function that is stored. */
  readonly stored: string;
  /** Why its code runs although a layer of isolation is missing; null = none is. */
  readonly weakness: string | null;
}

/** The code of the demo is the project's own, so it also runs where the sandbox would refuse a model's. */
export async function demoAct({ folder, run }: DemoProject): Promise<DemoAct> {
  const weakness = await whyWeak();
  const options: DemoAct['options'] = {
    cwd: folder,
    env: run.env ?? {},
    script: join(packageFolder, 'demo', 'act-script.yml'),
    sandbox: weakness === null ? 'strict' : 'weak',
  };
  return {
    task: 'write API.md: what the shop exports',
    said: 'say what each of them does, too',
    options,
    second: {
      task: 'what does the shop export, and what for?',
      options: { ...options, script: join(packageFolder, 'demo', 'second-act-script.yml') },
    },
    stored: 'listExports',
    weakness,
  };
}

async function whyWeak(): Promise<string | null> {
  const sandbox = processSandbox({ keepWarm: false });
  try {
    const opened = await sandbox.open({ primitives: [], memoryBytes, packages: null });
    return opened.ok ? null : opened.failure.message;
  } finally {
    await sandbox.close();
  }
}
