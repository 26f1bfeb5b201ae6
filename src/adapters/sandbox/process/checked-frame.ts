import { type FromChild, maxFrameBytes } from './frames.ts';

/** As deep as canonical JSON goes. */
const deepest = 600;

const kinds = {
  ready: [],
  opened: [],
  pasted: [],
  out: [
    ['to', 'string'],
    ['text', 'string'],
  ],
  cut: [['bytes', 'number']],
  call: [
    ['n', 'number'],
    ['primitive', 'string'],
    ['args', 'object'],
  ],
  idle: [['n', 'number']],
  end: [['outcome', 'object']],
  variables: [['variables', 'object']],
  copied: [
    ['data', 'string'],
    ['absent', 'object'],
  ],
} as const satisfies Record<FromChild['t'], readonly (readonly [string, string])[]>;

/**
 * A line from the child as a frame; null = it is none. The child is not trusted: code may have got hold of its end of the
 * channel, and then says what it likes.
 */
export function checkedFrame(line: Buffer): FromChild | null {
  if (line.length > maxFrameBytes * 2) return null;
  try {
    const value = JSON.parse(line.toString()) as Record<string, unknown> | null;
    const members = typeof value?.t === 'string' && Object.hasOwn(kinds, value.t) ? kinds[value.t as FromChild['t']] : null;
    if (value === null || members === null || !members.every(([name, type]) => typeof value[name] === type && value[name] !== null))
      return null;
    return shallow(value) && wellMade(value) ? (value as unknown as FromChild) : null;
  } catch {
    return null;
  }
}

/** Whether whoever walks through it by recursion comes back. */
function shallow(value: unknown): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > deepest) return false;
    const below: unknown[] = [];
    for (const each of level) {
      if (typeof each !== 'object' || each === null) continue;
      for (const inner of Array.isArray(each) ? (each as unknown[]) : Object.values(each))
        if (typeof inner === 'object' && inner !== null) below.push(inner);
    }
    level = below;
  }
  return true;
}

/** What the members of lists and of outcomes are. */
function wellMade(frame: Readonly<Record<string, unknown>>): boolean {
  switch (frame.t as FromChild['t']) {
    case 'call':
      return Array.isArray(frame.args);
    case 'end':
      return isOutcome(frame.outcome as Record<string, unknown>);
    case 'variables':
      return isListOf(frame.variables, (each) => texts(each, 'name', 'shown'));
    case 'copied':
      return isListOf(frame.absent, (each) => typeof each === 'string');
    case 'ready':
    case 'opened':
    case 'pasted':
    case 'out':
    case 'cut':
    case 'idle':
      return true;
  }
}

function isOutcome({ ok, result, shown, failure }: Readonly<Record<string, unknown>>): boolean {
  if (ok === true) return result !== undefined && typeof shown === 'string';
  const { line, column, kind } = (failure ?? {}) as Record<string, unknown>;
  const isPlace = (value: unknown) => value === null || typeof value === 'number';
  return (
    ok === false &&
    texts(failure, 'kind', 'message', 'stack') &&
    /^(?:syntax|error|memory)$/.test(String(kind)) &&
    isPlace(line) &&
    isPlace(column)
  );
}

const isListOf = (value: unknown, isOne: (each: unknown) => boolean): boolean => Array.isArray(value) && value.every(isOne);

const texts = (value: unknown, ...names: readonly string[]): boolean =>
  typeof value === 'object' && value !== null && names.every((name) => typeof (value as Record<string, unknown>)[name] === 'string');
