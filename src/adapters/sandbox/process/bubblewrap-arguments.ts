/** A file or folder, and where it is seen inside. */
export interface Bound {
  readonly path: string;
  readonly real: string;
}

/**
 * Arguments of bubblewrap before the command that it is to run: namespaces of its own for everything, no environment, no
 * privileges, and a file system that holds what is bound and nothing else, read-only. The command is the first process of its
 * namespace, so that its end is the end of all; and bubblewrap dies with this process.
 *
 * Nothing is asked of it on a descriptor (`--info-fd`): where this process had died meanwhile, the signal of the broken pipe ended
 * bubblewrap before it had let its child go on, and that child waited for ever (seen).
 */
export function bubblewrapArguments(bound: readonly Bound[]): string[] {
  return [
    ...['--unshare-user', '--unshare-pid', '--unshare-net', '--unshare-ipc', '--unshare-uts', '--unshare-cgroup-try'],
    ...['--die-with-parent', '--new-session', '--as-pid-1', '--clearenv', '--cap-drop', 'ALL'],
    ...['--uid', '65534', '--gid', '65534', '--hostname', 'sandbox'],
    ...bound.flatMap(({ path, real }) => ['--ro-bind', real, path]),
    ...['--remount-ro', '/', '--chdir', '/', '--'],
  ];
}
