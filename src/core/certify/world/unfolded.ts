import type { Json } from '../../model/json.ts';

type Members = { readonly [key: string]: Json };

/**
 * Text that holds data, opened so that what is inside can be changed: JSON, lines of JSON, lines of separated columns, lines. `rows` of
 * the line forms are what each line says, or its text where it says nothing in that form. Whatever is opened closes to the same text.
 */
export type TextForm = 'json' | 'jsonl' | 'columns' | 'lines' | 'map';

/** A value with its texts opened, all the way down. */
export function unfolded(value: Json): Json {
  if (typeof value === 'string') return openedText(value);
  if (Array.isArray(value)) return (value as readonly Json[]).map(unfolded);
  if (isObject(value)) return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, unfolded(inner)]));
  return value;
}

/** The value that was opened, with all changes made to it since. */
export function folded(value: Json): Json {
  if (Array.isArray(value)) return (value as readonly Json[]).map(folded);
  if (!isObject(value)) return value;
  const form = value.$form as TextForm | undefined;
  if (form === undefined) return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, folded(inner)]));
  const rows = (value.rows ?? []) as readonly Json[];
  switch (form) {
    case 'json':
      return JSON.stringify(folded(value.value as Json), null, value.indent as number) + (value.end as string);
    case 'map':
      return Object.fromEntries(rows.map((row) => [(row as Members).key as string, folded((row as Members).value as Json)]));
    case 'jsonl':
      return rows.map((row) => (typeof row === 'string' ? row : JSON.stringify(folded(row)))).join('\n') + (value.end as string);
    case 'columns':
      return (
        rows.map((row) => (Array.isArray(row) ? row.map(folded).join(value.separator as string) : row)).join('\n') + (value.end as string)
      );
    case 'lines':
      return rows.join('\n') + (value.end as string);
  }
}

export const isObject = (value: Json | undefined): value is Members => typeof value === 'object' && value !== null && !Array.isArray(value);

function openedText(text: string): Json {
  for (const open of [openedJson, openedLines]) {
    const opened = open(text);
    if (opened !== null && folded(opened) === text) return opened;
  }
  return text;
}

function openedJson(text: string): Json | null {
  if (!/^\s*[[{]/.test(text)) return null;
  const value = parsedJson(text);
  if (typeof value !== 'object' || value === null) return null;
  const indent = /^[[{]\n( +)/.exec(text)?.[1]?.length ?? 0;
  return { $form: 'json', indent, end: text.endsWith('\n') ? '\n' : '', value: unfolded(value) };
}

/** Of columns, the first separator by which every line has as many, at least two. */
const separators = ['\t', ',', ';', '|', ' '];

function openedLines(text: string): Json | null {
  const end = text.endsWith('\n') ? '\n' : '';
  const lines = (end === '' ? text : text.slice(0, -1)).split('\n');
  if (lines.length < 2) return null;
  const said = lines.filter((line) => line.trim() !== '');
  if (said.length === 0) return null;
  const values = lines.map((line) => parsedJson(line));
  if (values.filter(isObject).length * 2 > said.length)
    return { $form: 'jsonl', end, rows: values.map((value, at) => (isObject(value) ? value : (lines[at] as string))) };
  for (const separator of separators) {
    const widths = said.map((line) => line.split(separator).length);
    const width = widths[0] as number;
    if (width > 1 && widths.every((each) => each === width))
      return { $form: 'columns', separator, end, rows: lines.map((line) => (line.trim() === '' ? line : line.split(separator))) };
  }
  return { $form: 'lines', end, rows: lines };
}

function parsedJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
