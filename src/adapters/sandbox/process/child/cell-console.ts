import { Console } from 'node:console';
import type { Output } from './output.ts';
import type { SessionClock } from './session-clock.ts';

const shownAs = [
  'log',
  'info',
  'debug',
  'warn',
  'error',
  'trace',
  'dir',
  'dirxml',
  'table',
  'assert',
  'count',
  'countReset',
  'group',
  'groupCollapsed',
  'groupEnd',
] as const;

/** `console` of the code: Node's own, behind an object that leads nowhere else; its times are the session's. */
export function cellConsole(output: Output, clock: SessionClock): unknown {
  const sink = (to: 'stdout' | 'stderr') => ({
    write: (text: string) => output.write(to, text),
    // Console asks whether anyone listens for errors, and listens itself otherwise.
    listenerCount: () => 1,
    removeListener: () => {},
  });
  const streams = { stdout: sink('stdout'), stderr: sink('stderr') } as unknown as {
    stdout: NodeJS.WritableStream;
    stderr: NodeJS.WritableStream;
  };
  const node = new Console({ ...streams, colorMode: false });
  const shown: Record<string, unknown> = {};
  for (const name of shownAs) shown[name] = (...args: unknown[]) => (node[name] as (...args: unknown[]) => void)(...args);
  const startsMs = new Map<string, number>();
  const tell = (label: string, rest: readonly unknown[]) => {
    const startMs = startsMs.get(label);
    if (startMs !== undefined) node.log(`${label}: ${clock.nowMs - startMs}ms`, ...rest);
  };
  shown.time = (label = 'default') => void startsMs.set(String(label), clock.nowMs);
  shown.timeLog = (label = 'default', ...rest: unknown[]) => tell(String(label), rest);
  shown.timeEnd = (label = 'default') => {
    tell(String(label), []);
    startsMs.delete(String(label));
  };
  return shown;
}
