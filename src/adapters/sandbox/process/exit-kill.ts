const groups = new Set<number>();

function endAll(): void {
  for (const group of groups) {
    try {
      process.kill(-group, 'SIGKILL');
    } catch {
      // It has gone already.
    }
  }
}

/** Has a process group ended when this process exits. Gives what takes that back. */
export function endAtExit(group: number): () => void {
  if (groups.size === 0) process.on('exit', endAll);
  groups.add(group);
  return () => {
    groups.delete(group);
    if (groups.size === 0) process.off('exit', endAll);
  };
}
