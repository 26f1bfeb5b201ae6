import { execFile } from 'node:child_process';
import { accessSync, constants, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

interface AgentPackage {
  readonly npmName: string;
  /** The version that the tests are written against. */
  readonly version: string;
  /** The program that it brings. */
  readonly program: string;
  /** Whether it has to run a script of its own when it is installed. */
  readonly runsScript: boolean;
}

/** 235, 424 and 100 MB. */
export const agentPackages = {
  claude: { npmName: '@anthropic-ai/claude-code', version: '2.1.332', program: 'claude', runsScript: true },
  codex: { npmName: '@openai/codex', version: '0.171.0', program: 'codex', runsScript: false },
  gemini: { npmName: '@google/gemini-cli', version: '0.61.0', program: 'gemini', runsScript: false },
} satisfies Record<string, AgentPackage>;

/**
 * The path of a real agent's program, installed from npm into a folder of its own under the user's cache, kept for the next
 * time. Put in place by one rename, so that an install that was broken off is never taken for a whole one.
 */
export async function installedAgent(name: keyof typeof agentPackages): Promise<string> {
  const { npmName, version, program, runsScript } = agentPackages[name];
  const home = agentsFolder();
  const folder = join(home, `${npmName.split('/')[1]}-${version}`);
  const path = join(folder, 'node_modules', '.bin', program);
  if (existsSync(path)) return path;
  const fresh = mkdtempSync(join(home, 'installing-'));
  try {
    writeFileSync(join(fresh, 'package.json'), JSON.stringify({ private: true, allowScripts: { [npmName]: runsScript } }));
    const args = ['install', '--no-audit', '--no-fund', '--save-exact', `${npmName}@${version}`];
    await promisify(execFile)('npm', args, { cwd: fresh, timeout: 540_000 });
    renameSync(fresh, folder);
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true });
    // Another run of the tests may have been faster.
    if (!existsSync(path)) throw new Error(`${npmName} could not be installed from npm`, { cause: error });
  }
  return path;
}

/** Where agents are installed; no folder for temporary files, if the user's cache can be written to. */
export function agentsFolder(): string {
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
