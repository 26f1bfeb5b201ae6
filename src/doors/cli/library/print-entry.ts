import type { Arrival, ShownEntry } from '../../../app/library/show-entry.ts';
import type { Json } from '../../../core/model/json.ts';
import { momentText } from '../clock-text.ts';
import type { Terminal } from '../terminal.ts';
import { clipped, visibleText } from '../visible-text.ts';

/** An entry of the library whole: what it is, what it was used for, where it came from. */
export function printEntry(terminal: Terminal, shown: ShownEntry): void {
  const { entry, uses } = shown;
  const line = (what: string, text: string): void => {
    if (text !== '') terminal.out(`  ${what.padEnd(9)} ${visibleText(text)}`);
  };
  const state = entry.isDeleted ? 'deleted' : entry.status.kind;
  if (shown.kind === 'function') {
    const now = shown.entry.versions.at(-1);
    terminal.out(
      `${terminal.style('bold', shown.entry.name)}  version ${shown.entry.versions.length}, ${shown.entry.effectClass}, ${state}  ${terminal.style('dim', entry.id)}`,
    );
    for (const each of visibleText(now?.description ?? '').split('\n')) terminal.out(`  ${each}`);
    terminal.out('');
    line('input', JSON.stringify(now?.input));
    line('gives', JSON.stringify(now?.returns));
    line('uses', [...(now?.primitives ?? []).map((each) => `ctx.${each}`)].join(', '));
    line('calls', now?.dependsOn.join(', ') ?? '');
    line('missing', shown.closure.missing.join(', '));
    line('called by', shown.callers.join(', '));
    line('packages', now?.environment === null ? '' : `environment ${now?.environment}: ${now?.imports.join(', ')}`);
    line('guidance', shown.guidance.map(({ id, title }) => `"${title}" (${id})`).join(', '));
    line('held by', shown.entry.pins.join(', '));
    for (const [at, each] of shown.entry.cases.entries()) line(at === 0 ? 'cases' : '', caseText(each, at + 1));
    line('digest', shown.closure.digest);
    line('tags', now?.tags.join(', ') ?? '');
  } else {
    terminal.out(
      `${terminal.style('bold', visibleText(shown.entry.title))}  version ${shown.entry.version}, ${state}  ${terminal.style('dim', entry.id)}`,
    );
    line('about', shown.functions.join(', '));
  }
  if (entry.status.kind === 'stale') for (const reason of entry.status.reasons) line('stale', `it ${reason}`);
  line('counted', `shown ${uses.shown}, used ${uses.used}, helped ${uses.helped}`);
  terminal.out('');
  // A model may have written it, and nothing of it may steer the terminal of who looks at it; `--source` gives it as it is.
  terminal.out(visibleText(shown.kind === 'function' ? shown.source : shown.text).trimEnd());
  terminal.out('');
  printArrivals(terminal, shown.history);
}

/** A case in a line; where it has a record, how many calls that answers. */
function caseText(
  { input, output, run, calls = [] }: Extract<ShownEntry, { kind: 'function' }>['entry']['cases'][number],
  number: number,
): string {
  const json = (value: Json): string => clipped(visibleText(JSON.stringify(value)), 200);
  const record = calls.length === 0 ? '' : ` with ${calls.length} recorded call${calls.length === 1 ? '' : 's'}`;
  return `${number}. ${json(input)} gives ${json(output)}${record}${run === null ? '' : `, seen in ${run}`}`;
}

/** The sets that it came by and was changed by, with what takes each back. */
function printArrivals(terminal: Terminal, history: readonly Arrival[]): void {
  const sets = new Map<string, Arrival>();
  for (const each of history) if (!sets.has(each.set)) sets.set(each.set, each);
  for (const [at, { set, atMs, by, why }] of [...sets.values()].entries()) {
    terminal.out(`  ${at === 0 ? 'came' : 'changed'} ${momentText(atMs)} by ${by}: ${visibleText(why)}`);
    terminal.out(terminal.style('dim', `    undo: pawl library undo ${set}`));
  }
}
