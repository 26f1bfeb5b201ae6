import { signalGroup } from './process-group.ts';

const groups = new Set<number>();

function killAll(): void {
  for (const group of groups) signalGroup(group, 'SIGKILL');
}

/**
 * Has a group killed when this process exits while it runs: the end that a second Ctrl-C asks for leaves no time for more.
 * Gives what takes that back. Only for a run's own commands and agents; a git program in the middle of a write is left to
 * finish, which takes moments and leaves no lock behind.
 */
export function killAtExit(group: number): () => void {
  if (groups.size === 0) process.on('exit', killAll);
  groups.add(group);
  return () => {
    groups.delete(group);
    if (groups.size === 0) process.off('exit', killAll);
  };
}
