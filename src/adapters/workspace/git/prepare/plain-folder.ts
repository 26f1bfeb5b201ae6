import { realpathSync } from 'node:fs';
import type { WorkspaceReport } from '../../../../ports/workspace.ts';
import { refusal, type Trouble } from '../trouble.ts';

/** A folder that is in no repository: commands and prompts work in it, nothing can be put back. */
export function plainReport(cwd: string): WorkspaceReport {
  const real = realpathSync(cwd);
  return { facts: { kind: 'plain', root: real, cwd: real, branch: null, head: null, dirtyFiles: 0 }, obstacle: null, notes: [] };
}

/** What every other verb says there. */
export const plainRefusal = (cwd: string): Trouble =>
  refusal(`${cwd} is not in a git repository, so nothing there can be recorded or put back`, 'Make one: git init.');
