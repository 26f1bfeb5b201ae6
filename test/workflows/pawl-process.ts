import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const bin = fileURLToPath(new URL('../../bin/pawl.js', import.meta.url));

export interface PawlEnded {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The environment of a person whose own git configuration and agent settings play no part. `node` is the one that runs the test. */
export function plainEnvironment(more: Readonly<Record<string, string>> = {}): Record<string, string> {
  return {
    PATH: `${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`,
    HOME: '/nonexistent',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_SYSTEM: '/dev/null',
    npm_config_cache: join(process.env.TMPDIR ?? '/tmp', 'pawl-test-npm'),
    npm_config_update_notifier: 'false',
    XDG_CACHE_HOME: join(process.env.TMPDIR ?? '/tmp', 'pawl-test-cache'),
    ...more,
  };
}

/** Runs the built command line as a process of its own. */
export function runPawl(cwd: string, argv: readonly string[], env: Record<string, string> = plainEnvironment()): Promise<PawlEnded> {
  return runProgram(cwd, [process.execPath, bin, ...argv], env);
}

export function runProgram(cwd: string, [program, ...argv]: readonly string[], env = plainEnvironment()): Promise<PawlEnded> {
  return new Promise((resolve, reject) => {
    const child = spawn(program as string, argv, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    child.on('error', reject);
    child.on('close', (exitCode) => resolve({ exitCode, stdout, stderr }));
  });
}
