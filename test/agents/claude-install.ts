import { execFile } from 'node:child_process';
import { accessSync, constants, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** The version that the tests are written against. */
export const claudeVersion = '2.1.332';

/**
 * The path of the real `claude` program, installed from npm into a folder of its own under the user's cache (235 MB, kept for
 * the next time). Put in place by one rename, so that an install that was broken off is never taken for a whole one.
 */
export async function installedClaude(): Promise<string> {
  const home = agentsFolder();
  const folder = join(home, `claude-code-${claudeVersion}`);
  const program = join(folder, 'node_modules', '.bin', 'claude');
  if (existsSync(program)) return program;
  const fresh = mkdtempSync(join(home, 'installing-'));
  try {
    writeFileSync(join(fresh, 'package.json'), JSON.stringify({ private: true, allowScripts: { '@anthropic-ai/claude-code': true } }));
    const args = ['install', '--no-audit', '--no-fund', '--save-exact', `@anthropic-ai/claude-code@${claudeVersion}`];
    await promisify(execFile)('npm', args, { cwd: fresh, timeout: 540_000 });
    renameSync(fresh, folder);
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true });
    // Another run of the tests may have been faster.
    if (!existsSync(program)) throw new Error('claude-code could not be installed from npm', { cause: error });
  }
  return program;
}

function agentsFolder(): string {
  const cache = process.env.XDG_CACHE_HOME || join(homedir(), '.cache');
  for (const parent of [cache, tmpdir()]) {
    try {
      mkdirSync(join(parent, 'pawl-test-agents'), { recursive: true });
      accessSync(join(parent, 'pawl-test-agents'), constants.W_OK);
      return join(parent, 'pawl-test-agents');
    } catch {
      // A home that cannot be written to: the next place.
    }
  }
  throw new Error('there is no folder to install agents into: set XDG_CACHE_HOME');
}
