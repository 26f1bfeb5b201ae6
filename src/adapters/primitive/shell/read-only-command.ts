import type { Failure } from '../../../core/model/failure.ts';
import { fail, ok, type Result } from '../../../core/model/result.ts';
import type { Programs } from '../../../ports/programs.ts';

const hint = 'install bubblewrap (the program bwrap), or run it without readOnly: it then counts as a write';

/**
 * A command as bubblewrap runs it where it can change nothing: every file read-only, an empty /tmp of its own, no network, no other
 * processes in sight. /run is empty too: through a socket there, as that of docker, a read-only mount would still let writes out.
 */
export async function readOnlyCommand(
  programs: Programs,
  cwd: string,
  command: readonly [string, ...string[]],
): Promise<Result<[string, ...string[]], Failure>> {
  const bwrap = await programs.find('bwrap');
  if (bwrap === null) return fail({ kind: 'refused', message: 'a read-only command needs bubblewrap, which is not installed', hint });
  const mounts = ['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc', '--tmpfs', '/tmp', '--tmpfs', '/run', '--ro-bind', cwd, cwd];
  return ok([bwrap, ...mounts, '--unshare-all', '--die-with-parent', '--new-session', '--chdir', cwd, '--', ...command]);
}

/** Where bubblewrap itself could not begin, as on systems that keep namespaces from ordinary users; null for what the command said. */
export function readOnlyRefusal(code: number, stderr: string): Failure | null {
  const [, said] = /^bwrap: (.*)/.exec(stderr) ?? [];
  if (code === 0 || said === undefined) return null;
  return { kind: 'refused', message: `a read-only command cannot be run here: bubblewrap says "${said.trim()}"`, hint };
}
