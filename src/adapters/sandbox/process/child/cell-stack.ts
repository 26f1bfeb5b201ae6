import type { ColumnMap } from './source/column-map.ts';

/** Cells and stored functions are named so in stacks; nothing else is of the model's. */
const cellFile = /^(?:cell-\d+|\w+\.function)\.ts$/;

const columns = new Map<string, ColumnMap>();

/** Has places in this cell told as they are in the model's own text. */
export function rememberColumns(file: string, map: ColumnMap): void {
  columns.set(file, map);
}

/** Stacks, here and in `error.stack`, have lines of the model's code alone. */
export function installStacks(): void {
  Error.stackTraceLimit = 50;
  Object.defineProperty(Error, 'prepareStackTrace', { value: stackOf, writable: true, configurable: true });
}

function stackOf(error: unknown, sites: readonly NodeJS.CallSite[]): string {
  let text = headOf(error);
  for (const site of sites) {
    const file = site.getScriptNameOrSourceURL();
    if (typeof file === 'string' && cellFile.test(file)) text += `\n    at ${placeOf(site, file)}`;
  }
  return text;
}

function headOf(error: unknown): string {
  try {
    const { name, message } = error as Error;
    const head = name === undefined ? 'Error' : String(name);
    return message === undefined || message === '' ? head : `${head}: ${message}`;
  } catch {
    return 'Error';
  }
}

function placeOf(site: NodeJS.CallSite, file: string): string {
  const line = site.getLineNumber() ?? 1;
  const column = (columns.get(file)?.original(line, (site.getColumnNumber() ?? 1) - 1) ?? 0) + 1;
  const type = site.isToplevel() ? null : site.getTypeName();
  const name = site.getFunctionName();
  const method = name !== null && type !== null && type !== 'Object' && !name.startsWith(`${type}.`) ? `${type}.${name}` : name;
  const place = `${file}:${line}:${column}`;
  const what = name === null ? place : `${site.isConstructor() ? 'new ' : ''}${method} (${place})`;
  return (site as { isAsync?: () => boolean }).isAsync?.() ? `async ${what}` : what;
}

/** The lines of a stack that are places, the model's first. */
export const placesIn = (stack: string): string =>
  stack
    .split('\n')
    .filter((line) => /^ {4}at .*(?:cell-\d+|\w+\.function)\.ts:\d+:\d+\)?$/.test(line))
    .join('\n');
