import { readdirSync, readFileSync } from 'node:fs';

/** The children of a process and theirs, with the highest memory that each has had, in bytes. */
export function descendants(pid: number): { readonly pid: number; readonly peakBytes: number }[] {
  const children = new Map<number, number[]>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const stat = read(`/proc/${name}/stat`);
    const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
    children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
  }
  const found: { pid: number; peakBytes: number }[] = [];
  const waiting = [...(children.get(pid) ?? [])];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const peak = /^VmHWM:\s*(\d+) kB/m.exec(read(`/proc/${next}/status`))?.[1];
    found.push({ pid: next, peakBytes: Number(peak ?? 0) * 1024 });
    waiting.push(...(children.get(next) ?? []));
  }
  return found;
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
