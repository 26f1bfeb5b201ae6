import type { Json } from '../../model/json.ts';
import type { ChangeKind } from './change.ts';
import { type FieldFacts, isMillis, textKind } from './field-facts.ts';

/** A value that a field might have as well, and what trying it tells. */
export interface FieldValue {
  readonly kind: ChangeKind;
  readonly how: string;
  readonly value: Json;
  readonly isHarsh: boolean;
}

export interface FieldQuestion {
  readonly value: null | boolean | number | string;
  readonly facts: FieldFacts;
  /** Values of the field in other rows of the same list. */
  readonly others: readonly Json[];
  /** Texts that code and contract name. */
  readonly named: readonly string[];
  readonly name: string;
  readonly nowMs: number | null;
}

const dayMs = 86_400_000;

/** Values to try in a field: of its type and format, and such that keys stay keys. What breaks either is harsh. */
export function valuesFor(question: FieldQuestion): readonly FieldValue[] {
  const { value, facts, name } = question;
  const found: FieldValue[] = [];
  const add = (how: string, each: Json, isHarsh = false, kind: ChangeKind = 'value'): void => {
    if (each !== value) found.push({ kind, how, value: each, isHarsh });
  };
  if (facts.values.length === 0) {
    for (const [how, each] of fillings(question)) add(how, each, false, 'absent');
    return found;
  }
  // A number that was never missing may be counted on; a text is asked for with more care. In columns there is no null.
  if (facts.nulls > 0) add('null', null, false, 'absent');
  else if (!facts.isKey && typeof value === 'string' && !/^\d+$/.test(name)) add('null never seen', null, true, 'absent');
  const sample = value ?? (facts.values[0] as boolean | number | string);
  if (value === null) add('filled', sample, false, 'absent');
  if (typeof sample === 'boolean') add('turned', !sample);
  if (typeof sample === 'number') numbers(question, sample, add);
  if (typeof sample === 'string') texts(question, sample, add);
  return found;
}

type Add = (how: string, value: Json, isHarsh?: boolean) => unknown;

/** Now in the unit of a number that counts seconds since 1970; in milliseconds where it does not. */
const secondsNow = (value: number, nowMs: number | null): number | null =>
  nowMs !== null && isMillis(value * 1000, nowMs) ? Math.floor(nowMs / 1000) : nowMs;

const isMoment = (value: number, now: number | null): boolean =>
  now !== null && value > 1e8 && Math.abs(value - now) < (now > 1e11 ? 1 : 1e-3) * 20 * 365 * dayMs;

function numbers({ facts, others, nowMs }: FieldQuestion, value: number, add: Add): void {
  if (isMoment(value, nowMs)) {
    const unit = (nowMs as number) > 1e11 ? dayMs : dayMs / 1000;
    for (const days of [-1, 1, -40, -400]) add(`${days} days`, value + days * unit);
    if (nowMs !== null) add('now', nowMs);
    for (const each of others.slice(0, 1)) add('as another row', each);
    add('a little later', value + 1);
    return;
  }
  const numbers = facts.values.filter((each) => typeof each === 'number');
  const most = Math.max(...numbers);
  if (facts.isKey) {
    add('a new key', most + 1);
    return;
  }
  for (const [how, each] of [
    ['0', 0],
    ['1', 1],
    ['one more', value + 1],
    ['one less', value - 1],
    ['tenfold', value * 10],
    ['large', most * 3 + 7],
    ['odd', most + 3.0 * 11 + (most % 2 === 0 ? 1 : 0)],
  ] as const)
    add(how, each);
  add('below 0', -Math.abs(value || 1));
  for (const each of others.slice(0, 1)) add('as another row', each);
  for (const each of numbers.slice(0, 4)) add(`as seen`, each);
}

function texts(question: FieldQuestion, value: string, add: Add): void {
  const { facts, others, named, nowMs } = question;
  const kind = textKind(facts);
  const seen = facts.values.filter((each) => typeof each === 'string');
  switch (kind) {
    case 'time':
    case 'date': {
      for (const days of [-1, 1, -40, -400]) add(`${days} days`, shifted(value, days * dayMs));
      if (nowMs !== null) add('now', shifted(value, nowMs - Date.parse(value)));
      for (const each of others.slice(0, 1)) add('as another row', each);
      return;
    }
    case 'digits':
      numbers(
        { ...question, facts: { ...facts, values: seen.map(Number) }, others: others.map(Number), nowMs: secondsNow(Number(value), nowMs) },
        Number(value),
        (how, each, isHarsh) => Number.isInteger(each) && (each as number) >= 0 && add(how, String(each), isHarsh),
      );
      return;
    case 'version':
      for (const [how, each] of digitRuns(value)) add(how, each);
      for (const [at, each] of prefixesOf(seen).entries()) add(`prefix ${at}`, value.replace(/^[^\d]*/, each));
      if (kind === 'version') add('with a suffix', `${value}-rc.1`);
      for (const each of seen.slice(0, 3)) if (!facts.isKey) add('as seen', each);
      return;
    case 'email':
      add('new', value.replace(/^[^@]+/, 'someone.new'));
      if (!facts.isKey) for (const each of [...others, ...seen].slice(0, 2)) add('as seen', each);
      return;
    case 'address':
      add('new', `${value}x`);
      return;
    case 'choice':
      if (facts.isKey) break;
      for (const each of seen) add(`as seen: ${each}`, each);
      for (const each of named) if (/^[\w.-]{1,24}$/.test(each)) add(`named: ${each}`, each);
      add('another word', otherWord(value));
      add('in capitals', value.toUpperCase());
      add('blank', '', true);
      return;
    case 'text':
      for (const [how, each] of longTexts(value)) add(how, each);
      for (const each of named) add(`named: ${each}`, value.includes(each) ? value.replace(each, '') : `${value} ${each}`);
      if (!facts.isKey) for (const each of others.slice(0, 1)) add('as another row', each);
      for (const each of seen.slice(0, 3)) if (!facts.isKey) add('as seen', each);
      return;
    case 'word':
  }
  for (const [how, each] of digitRuns(value)) if (!facts.isKey || !others.includes(each)) add(how, each);
  add('another word', otherWord(value));
  for (const each of named) {
    if (!/^\S{1,24}$/.test(each) || others.includes(`${value}${each}`)) continue;
    add(`ends in ${each}`, value.endsWith(each) ? value.slice(0, -each.length) : `${value}${each}`);
    add(`begins with ${each}`, value.startsWith(each) ? value.slice(each.length) : `${each}${value}`);
  }
  if (!facts.isKey) for (const each of [...others, ...seen].slice(0, 3)) add('as seen', each);
}

/** Blank, padded, longer than any usual limit; with the same words. */
function longTexts(value: string): readonly (readonly [string, string])[] {
  return [
    ['blank', ''],
    ['spaces', '   '],
    ['padded', `${value}  `],
    ['padded in front', ` ${value}`],
    ['long', `${value} `.repeat(Math.ceil(140 / (value.length + 1))).trim()],
    ['one long word', 'x'.repeat(300)],
    ['in capitals', value.toUpperCase()],
  ];
}

/** The same with each of its numbers larger, smaller, and of more digits. */
function digitRuns(value: string): readonly (readonly [string, string])[] {
  return [...value.matchAll(/\d+/g)].slice(0, 4).flatMap(({ 0: run, index }, at) => {
    const put = (text: string): string => value.slice(0, index) + text + value.slice(index + run.length);
    const number = Number(run);
    const padded = (each: number): string =>
      run.startsWith('0') && run.length > 1 ? String(each).padStart(run.length, '0') : String(each);
    return [
      [`number ${at} one more`, put(padded(number + 1))],
      [`number ${at} one less`, put(padded(Math.max(0, number - 1)))],
      [`number ${at} of more digits`, put(padded(number + 10 ** run.length))],
    ] as const;
  });
}

const prefixesOf = (seen: readonly string[]): readonly string[] => [
  ...new Set(seen.map((each) => /^[^\d]*/.exec(each)?.[0] ?? '').filter((each) => each !== '')),
  ...(seen.some((each) => /^[^\d]/.test(each)) ? [''] : []),
];

/** A word of the same form that is none of those that were seen, most likely. */
const otherWord = (value: string): string => value.replace(/[a-z](?=[^a-z]*$)/i, (letter) => (letter === 'q' ? 'v' : 'q'));

function shifted(text: string, byMs: number): string {
  const at = Date.parse(text);
  return Number.isNaN(at) ? text : new Date(at + byMs).toISOString().slice(0, text.length);
}

/** What may be in a field that was never seen filled: by what its name says, and otherwise of each type. */
function fillings({ name, nowMs, others }: FieldQuestion): readonly (readonly [string, Json])[] {
  if (others.some((each) => each !== null)) return [];
  if (/(?:_at|_on|At|On|[dD]ate|[tT]ime)$/.test(name) && nowMs !== null)
    return [
      ['long ago', nowMs - 400 * dayMs],
      ['lately', nowMs - dayMs / 2],
    ];
  return [
    ['a word', 'some'],
    ['a number', 1],
  ];
}
