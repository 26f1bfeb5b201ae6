import type { Json } from '../../model/json.ts';
import type { Answer, RecordedCall } from '../cassette.ts';
import { keyOf, type Material, sameKind } from '../world/material.ts';
import { isObject } from '../world/unfolded.ts';
import { type Change, change } from './change.ts';

/** Each call of a recording failing in each way in which its primitive can: all of its kind, one of several, and once before it goes well. */
export function faultChanges(material: Material, base: number, statuses: readonly number[]): readonly Change[] {
  const calls = material.recorded[base]?.cassette.calls ?? [];
  const found: Change[] = [];
  for (const [kind, first] of material.kinds.entries()) {
    const alike = calls.filter((call) => sameKind(first, call));
    if (alike.length > 0) found.push(...ofKind(first.primitive, kind, alike, statuses));
  }
  for (const call of writesNotYet(material, calls)) found.push(...ofKind(call.primitive, null, [call], statuses));
  return found;
}

/** Kinds of writes are told apart by their words too: two commands fail each for itself. */
function writesNotYet({ kinds }: Material, calls: readonly RecordedCall[]): readonly RecordedCall[] {
  const writes = calls.filter((call) => call.class !== 'read' && !kinds.some((kind) => sameKind(kind, call)));
  return writes.filter((call, at) => writes.findIndex((each) => sameKind(each, call)) === at);
}

function ofKind(primitive: string, kind: number | null, calls: readonly RecordedCall[], statuses: readonly number[]): readonly Change[] {
  const [first] = calls;
  if (first === undefined) return [];
  const keys = [...new Set(calls.map(keyOf))];
  const middle = keys[Math.min(1, keys.length - 1)] as string;
  return waysFor(primitive, calls, statuses).flatMap(([how, answer, isHarsh]) => {
    const name = `${primitive} ${String(first.args[0]).split(/[\s?]/)[0]?.slice(0, 60)}`;
    const made = (when: string, key: string | null, from: number, to: number): Change =>
      change('failure', `${kind ?? name}: ${how}, ${when}`, `fault/${kind ?? name}`, {
        faults: [{ primitive, kind: key === null ? kind : null, key, from, to, answer }],
        isHarsh,
      });
    const isWrite = first.class !== 'read';
    return [
      made('all', kind === null ? keyOf(first) : null, 1, Number.MAX_SAFE_INTEGER),
      ...(keys.length > 1 || isWrite ? [made('one', middle, 1, Number.MAX_SAFE_INTEGER)] : []),
      // By the call and not by its number: two programs that do the same may read in another order.
      ...(isWrite ? [made('once', keyOf(first), 1, 1)] : []),
    ];
  });
}

/** A model's answers are each a way of its own. */
function waysFor(primitive: string, calls: readonly RecordedCall[], statuses: readonly number[]): readonly Way[] {
  const distinct =
    primitive === 'model.ask'
      ? calls.filter((call, at) => calls.findIndex((each) => shapeOf(each) === shapeOf(call)) === at)
      : calls.slice(0, 1);
  return distinct
    .slice(0, 3)
    .flatMap((call, at) => waysOf(primitive, call, statuses).map(([how, ...rest]): Way => [at === 0 ? how : `${how} (${at})`, ...rest]));
}

/** An answer's members that are no free text. */
const shapeOf = ({ answer }: RecordedCall): string =>
  JSON.stringify(answer, (_, value: unknown) => (typeof value === 'string' ? value === '' : value));

type Way = readonly [how: string, answer: Answer, isHarsh: boolean];

const usualStatuses = [500, 404, 429, 503, 400, 403];

function waysOf(primitive: string, call: RecordedCall, statuses: readonly number[]): readonly Way[] {
  const thrown = (code: string): Way => [code, { ok: false, error: `${code}: made to fail` }, true];
  if (primitive.startsWith('http.'))
    return [
      ...[...new Set([...usualStatuses, ...statuses])].map(
        (status): Way => [`status ${status}`, { ok: true, value: { status, body: null } }, false],
      ),
      thrown('TIMEOUT'),
    ];
  switch (primitive) {
    case 'sh':
      return [
        ['exit 1', { ok: true, value: { code: 1, stdout: '', stderr: 'failed' } }, false],
        ['no output', { ok: true, value: { code: 0, stdout: '', stderr: '' } }, false],
      ];
    case 'fs.read':
      return [
        ['not there', { ok: false, error: `ENOENT: ${String(call.args[0])}` }, false],
        ['empty', { ok: true, value: '' }, true],
      ];
    case 'mail.send':
      return [['rejected', { ok: false, error: 'MAIL: rejected' }, false]];
    case 'model.ask':
      return modelWays(call);
    case 'db.query':
      return call.class === 'read' ? [] : [thrown('DB')];
    case 'fs.write':
      return [thrown('EACCES')];
    default:
      return [];
  }
}

/** A model may not keep to the form that it was asked for: each member missing, of another type, too long, and of each choice. */
function modelWays({ args, answer }: RecordedCall): readonly Way[] {
  const value = answer.ok ? answer.value : null;
  if (!isObject(value)) return [];
  const schema = isObject(args[0]) && isObject(args[0].schema) ? args[0].schema : {};
  const properties = isObject(schema.properties) ? schema.properties : {};
  return Object.entries(value).flatMap(([name, inner]): Way[] => {
    const own = isObject(properties[name]) ? properties[name] : {};
    const with_ = (each: Json): Answer => ({ ok: true, value: { ...value, [name]: each } });
    const { [name]: _, ...rest } = value;
    return [
      [`without ${name}`, { ok: true, value: rest }, false],
      // A text that is another text's type is seldom looked at, and needs not be: two that do the same may fall over it or not.
      ...(typeof inner === 'string' ? [] : ([[`${name} of another type`, with_('some'), false]] as Way[])),
      ...(typeof inner === 'boolean' ? ([[`${name} turned`, with_(!inner), false]] as Way[]) : []),
      ...(typeof inner === 'string'
        ? ([
            [`${name} long`, with_('word '.repeat(40).trim()), false],
            [`${name} blank`, with_(''), false],
          ] as Way[])
        : []),
      ...(typeof inner === 'number' ? [0, 1, -1, inner + 1].map((each): Way => [`${name} ${each}`, with_(each), false]) : []),
      ...(Array.isArray(own.enum) ? (own.enum as readonly Json[]).map((each): Way => [`${name} chosen`, with_(each), false]) : []),
      ...(Array.isArray(inner) ? ([[`${name} empty`, with_([]), false]] as Way[]) : []),
    ];
  });
}
