import type { Json } from '../../model/json.ts';
import type { Answer } from '../cassette.ts';
import type { Material, Resource } from './material.ts';
import { listAddress } from './paging.ts';
import { folded, isObject } from './unfolded.ts';

type Path = readonly (string | number)[];

/** A change of what a resource holds: of one place, or of which entries a list has (after all changes of places, by where they were before). */
export type Edit =
  | { readonly does: 'set'; readonly resource: number; readonly path: Path; readonly value: Json }
  | { readonly does: 'unset'; readonly resource: number; readonly path: Path }
  | {
      readonly does: 'arrange';
      readonly resource: number;
      readonly path: Path;
      readonly order: readonly number[];
      readonly add: readonly Json[];
    }
  /** The entry of a list is left out, wherever it then stands. */
  | { readonly does: 'drop'; readonly resource: number; readonly path: Path }
  /** A list is given in pieces of so many. */
  | { readonly does: 'resize'; readonly resource: number; readonly size: number };

/** Calls that are answered with something else, the first as number 1. */
export interface Fault {
  readonly primitive: string;
  /** Calls of this kind; null = of any. */
  readonly kind: number | null;
  /** The one call, by its key; null = any. */
  readonly key: string | null;
  readonly from: number;
  readonly to: number;
  readonly answer: Answer;
}

/** A world that a function can be run in: a recorded one, changed. */
export interface World {
  /** Which recording. */
  readonly base: number;
  readonly input: Json;
  /** By how much the clock is set off. */
  readonly shiftMs: number;
  readonly edits: readonly Edit[];
  /** Names in addresses that the input now says otherwise, from and to. */
  readonly moved: readonly (readonly [string, string])[];
  readonly faults: readonly Fault[];
  /** Chooses where a recording leaves a choice. */
  readonly seed: number;
}

/** What a resource of a world holds, with the address under which it is found there. */
export interface Placed extends Resource {
  /** As JSON has it; null of what was thrown. */
  readonly value: Json;
}

/** The resources of a world, changed and closed. */
export function placedIn({ base, edits, moved }: World, material: Material): readonly Placed[] {
  return (material.recorded[base]?.resources ?? []).map((resource, index) => {
    const own = edits.filter((each) => each.resource === index);
    const resized = own.find((each) => each.does === 'resize');
    const tree = own.length === 0 ? resource.tree : edited(resource.tree, own);
    const renamed = moved.filter(([from]) => resource.form !== 'table' && mentions(resource.args, from));
    const value = folded(tree);
    return {
      ...resource,
      paging: resized?.does === 'resize' && resource.paging ? { ...resource.paging, size: resized.size } : resource.paging,
      tree,
      args: renamed.length === 0 ? resource.args : (renameIn(resource.args, moved) as readonly Json[]),
      value: resource.form === 'table' ? renameRows(value, moved) : renamed.length === 0 ? value : renameIn(value, renamed),
    };
  });
}

/** A tree with changes of places, then of lists. */
export function edited(tree: Json, edits: readonly Edit[]): Json {
  const ordered = [...edits.filter(({ does }) => does !== 'arrange'), ...edits.filter(({ does }) => does === 'arrange')];
  const changed = ordered.reduce((here, edit) => (edit.does === 'resize' ? here : changedAt(here, edit.path, edit)), tree);
  return edits.some(({ does }) => does === 'drop') ? withoutDropped(changed) : changed;
}

type PlaceEdit = Exclude<Edit, { does: 'resize' }>;

function changedAt(value: Json, path: Path, edit: PlaceEdit): Json {
  const [step, ...rest] = path;
  if (step === undefined) return changedHere(value, edit);
  if (Array.isArray(value)) return (value as readonly Json[]).map((each, at) => (at === step ? changedAt(each, rest, edit) : each));
  if (!isObject(value)) return value;
  if (rest.length === 0 && edit.does === 'unset') return Object.fromEntries(Object.entries(value).filter(([key]) => key !== step));
  return { ...value, [step]: changedAt(value[step] ?? null, rest, edit) };
}

const dropped: Json = { $form: 'dropped' };

function changedHere(value: Json, edit: PlaceEdit): Json {
  switch (edit.does) {
    case 'set':
      return edit.value;
    case 'unset':
      return null;
    case 'drop':
      return dropped;
    case 'arrange': {
      const rows = Array.isArray(value) ? (value as readonly Json[]) : [];
      return [...edit.order.flatMap((at) => (at < rows.length ? [rows[at] as Json] : [])), ...edit.add];
    }
  }
}

function withoutDropped(value: Json): Json {
  if (Array.isArray(value)) return (value as readonly Json[]).filter((each) => each !== dropped).map(withoutDropped);
  if (isObject(value)) return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withoutDropped(inner)]));
  return value;
}

/** Whether a text stands somewhere in a value, on its own: not as a part of a longer word. */
export function mentions(value: Json, text: string): boolean {
  if (typeof value === 'string') return bounded(text).test(value);
  if (typeof value === 'number') return String(value) === text;
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value as { readonly [key: string]: Json }).some((inner) => mentions(inner, text));
}

const patterns = new Map<string, RegExp>();
function bounded(text: string): RegExp {
  const known = patterns.get(text);
  if (known) return known;
  const made = new RegExp(`(?<![A-Za-z0-9])${text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')}(?![A-Za-z0-9])`);
  patterns.set(text, made);
  return made;
}

function renameIn(value: Json, moved: World['moved']): Json {
  if (typeof value === 'string')
    return moved.reduce((text, [from, to]) => text.replace(new RegExp(bounded(from), 'g'), () => to), value as string);
  if (Array.isArray(value)) return (value as readonly Json[]).map((each) => renameIn(each, moved));
  if (isObject(value)) return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, renameIn(inner, moved)]));
  return value;
}

/** Columns of a table that hold a name that was moved, whole. */
function renameRows(value: Json, moved: World['moved']): Json {
  if (moved.length === 0) return value;
  return (value as readonly { readonly [key: string]: Json }[]).map((row) =>
    Object.fromEntries(Object.entries(row).map(([key, inner]) => [key, moved.find(([from]) => from === inner)?.[1] ?? inner])),
  );
}

/** Under what a call finds its resource: a list under its address without the piece that is asked for. */
export const placeOf = (primitive: string, args: readonly Json[], key: string): string => {
  const [address] = args;
  return typeof address === 'string' ? `${primitive} ${listAddress(address)}` : key;
};
