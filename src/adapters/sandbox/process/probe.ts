import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { fenced } from './fenced-command.ts';
import { nodeFlags } from './node-arguments.ts';

const mebibyte = 1024 * 1024;

/** What a script found out about where it runs, or why it did not run. */
export type Probe = { readonly ok: true; readonly found: readonly string[] } | { readonly ok: false; readonly why: string };

/**
 * What code could do with Node's own means if the permissions did not hold: each line is a thing that went well and must not. Code
 * that is sandboxed has none of these modules; here the fence alone is tried.
 */
export const beyondPermissions = `
  const found = [];
  const tried = (what, act) => { try { act(); found.push(what); } catch (error) { if (error.code !== 'ERR_ACCESS_DENIED') found.push(what + ': ' + error.message); } };
  tried('reads files', () => require('node:fs').readFileSync(process.execPath).length);
  tried('writes files', () => require('node:fs').writeFileSync('/dev/null', ''));
  tried('starts programs', () => require('node:child_process').spawnSync(process.execPath, ['-v']));
  tried('starts threads', () => new (require('node:worker_threads').Worker)('', { eval: true }));
  console.log(JSON.stringify(found));`;

export const beyondNamespaces = (hostPid: number): string => `
  const found = [];
  if (process.pid !== 1) found.push('sees other processes: its own number is ' + process.pid);
  try { process.kill(${hostPid}, 0); found.push('reaches the process of Pawl'); } catch {}
  const { existsSync } = require('node:fs');
  for (const path of ['/etc/passwd', '/proc/1', '/home']) if (existsSync(path)) found.push('sees ' + path);
  const nets = Object.values(require('node:os').networkInterfaces()).flat().filter((each) => !each.internal);
  if (nets.length > 0) found.push('has the network: ' + nets[0].address);
  if (Object.keys(process.env).some((name) => name !== 'PWD')) found.push('has an environment');
  console.log(JSON.stringify(found));`;

/** Runs one of them in a Node with the permissions of a worker. */
export const withPermissions = (script: string): Promise<Probe> =>
  probed(process.execPath, [...nodeFlags([], 64 * mebibyte), '-e', script]);

/** Runs one of them in a Node inside bubblewrap, without permissions to hold it back. */
export async function withNamespaces(bubblewrap: string, script: string): Promise<Probe> {
  const { program, args } = await fenced(bubblewrap, { program: process.execPath, args: ['-e', script], fenced: false }, []);
  return probed(program, args);
}

async function probed(program: string, args: readonly string[]): Promise<Probe> {
  try {
    const { stdout } = await promisify(execFile)(program, args, { env: {}, cwd: '/', timeout: 20_000, killSignal: 'SIGKILL' });
    return { ok: true, found: JSON.parse(stdout) as string[] };
  } catch (error) {
    const { stderr, code } = error as { stderr?: string; code?: unknown };
    return { ok: false, why: stderr?.trim().split('\n')[0] || `${program} ended with ${String(code)} and said nothing` };
  }
}
