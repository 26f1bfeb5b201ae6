import { signalGroup } from './process-group.ts';

const groups = new Map<number, NodeJS.Signals>();

function endAll(): void {
  for (const [group, signal] of groups) signalGroup(group, signal);
}

/**
 * Has a group ended when this process exits while it runs: the end that a second Ctrl-C asks for leaves no time for more. KILL for
 * a run's own commands and agents; TERM for a git program, which takes its locks away before it goes. Gives what takes that back.
 */
export function endAtExit(group: number, signal: 'SIGKILL' | 'SIGTERM'): () => void {
  if (groups.size === 0) process.on('exit', endAll);
  groups.set(group, signal);
  return () => {
    groups.delete(group);
    if (groups.size === 0) process.off('exit', endAll);
  };
}
