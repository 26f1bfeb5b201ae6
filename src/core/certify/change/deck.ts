import type { Json } from '../../model/json.ts';
import { Draws } from '../seeded.ts';
import type { Material } from '../world/material.ts';
import type { World } from '../world/world.ts';
import { type Change, worldWith } from './change.ts';
import { faultChanges } from './fault-changes.ts';
import { fieldChanges } from './field-changes.ts';
import type { Facts } from './field-facts.ts';
import { inputChanges } from './input-changes.ts';
import { listChanges } from './list-changes.ts';
import { placesIn } from './places.ts';

/** What changes are made from, besides recordings. */
export interface Named {
  readonly schema: Json;
  /** Texts that code and contract name. */
  readonly texts: readonly string[];
  /** Numbers that look like statuses there. */
  readonly statuses: readonly number[];
}

/** A changed world with what was changed in it. */
export interface Posed {
  readonly world: World;
  readonly changes: readonly Change[];
}

/** All single changes of a recorded world. */
export function deckOf(material: Material, base: number, facts: Facts, named: Named): readonly Change[] {
  const { held, lengths } = heldIn(material, base);
  return [
    ...inputChanges({ schema: named.schema, material, base, named: named.texts, held, lengths }),
    ...fieldChanges(material, base, facts, named.texts),
    ...listChanges(material, base, facts),
    ...faultChanges(material, base, named.statuses),
  ];
}

function heldIn(material: Material, base: number): { readonly held: readonly string[]; readonly lengths: readonly number[] } {
  const held = new Set<string>();
  const lengths = new Set<number>();
  for (const { tree } of material.recorded[base]?.resources ?? []) {
    const { leaves, lists } = placesIn(tree);
    for (const { value } of leaves) if (typeof value === 'string' && value.length < 60) held.add(value);
    for (const { rows } of lists) lengths.add(rows.length);
  }
  return { held: [...held], lengths: [...lengths].sort((one, other) => other - one) };
}

/** One change of each tag, in a world of its own. */
export function singles(material: Material, base: number, deck: readonly Change[], seed: string): readonly Posed[] {
  const byTag = new Map<string, Change[]>();
  for (const each of deck) {
    const known = byTag.get(each.tag);
    if (known) known.push(each);
    else byTag.set(each.tag, [each]);
  }
  const draws = new Draws(seed);
  return [...byTag.values()].flatMap((alike) => posed(material, base, [draws.of(alike)], draws.below(1e6)));
}

export function posed(material: Material, base: number, changes: readonly Change[], seed: number): readonly Posed[] {
  const world = worldWith(base, material.recorded[base]?.cassette.input ?? null, changes, seed);
  return world === null ? [] : [{ world, changes }];
}

/** Worlds with many changes at once: of each tag about as often, of each row one, so that each can be seen. */
export function crowds(material: Material, deckFor: (base: number) => readonly Change[], count: number, seed: string): readonly Posed[] {
  const draws = new Draws(seed);
  const used = new Map<string, number>();
  const found: Posed[] = [];
  for (let nth = 0; nth < count; nth++) {
    const base = nth % material.recorded.length;
    const chosen = together(deckFor(base), used, draws, { parameters: draws.below(3), most: 4 + draws.below(9) });
    if (chosen.length > 1) found.push(...posed(material, base, chosen, draws.below(1e6)));
  }
  return found;
}

/** Worlds in which as many rows as there are stand at a boundary each, all parameters as they were. */
export function boundaryCrowds(material: Material, base: number, deck: readonly Change[], count: number, seed: string): readonly Posed[] {
  const draws = new Draws(seed);
  const used = new Map<string, number>();
  const rows = deck.filter(({ kind, input }) => kind === 'boundary' && input.length === 0);
  return Array.from({ length: count }).flatMap(() => {
    const chosen = together(rows, used, draws, { parameters: 0, most: 16 });
    return chosen.length > 1 ? posed(material, base, chosen, draws.below(1e6)) : [];
  });
}

/** Worlds in which parameters are moved at once: all that can in the same way (blank, with signs, to their least), and all in one way or another. */
export function corners(material: Material, base: number, deck: readonly Change[], count: number): readonly Posed[] {
  const places = new Map<string, Change[]>();
  const hows = new Map<string, Change[]>();
  for (const each of deck) {
    if (each.kind !== 'parameter') continue;
    places.set(each.place, [...(places.get(each.place) ?? []), each]);
    const how = each.tag.slice(each.tag.indexOf(': '));
    const alike = hows.get(how) ?? [];
    if (!alike.some(({ place }) => place === each.place)) hows.set(how, [...alike, each]);
  }
  const alike = [...hows.values()].filter((each) => each.length > 1).flatMap((each, nth) => posed(material, base, each, nth));
  const turns = Array.from({ length: count }, (_, nth) => nth).flatMap((nth) => {
    const chosen: Change[] = [];
    for (const [at, values] of [...places.values()].entries()) {
      const next = values[(nth + at * (nth % 3)) % values.length] as Change;
      if (worldWith(base, null, [...chosen, next], 0) !== null) chosen.push(next);
    }
    return chosen.length > 1 ? posed(material, base, chosen, nth) : [];
  });
  return [...alike, ...turns];
}

/** Changes that can be made together, those first whose tags were used least. */
function together(
  deck: readonly Change[],
  used: Map<string, number>,
  draws: Draws,
  { parameters, most }: { readonly parameters: number; readonly most: number },
): readonly Change[] {
  const ranked = deck
    .map((each) => ({ each, rank: (used.get(each.tag) ?? 0) + draws.below(1000) / 1001 }))
    .sort((one, other) => one.rank - other.rank);
  const chosen: Change[] = [];
  const rows = new Set<string>();
  let moved = 0;
  for (const { each } of ranked) {
    if (chosen.length >= most) break;
    const row = rowOf(each);
    if ((row !== null && rows.has(row)) || (each.kind === 'parameter' && moved >= parameters)) continue;
    if (worldWith(0, null, [...chosen, each], 0) === null) continue;
    chosen.push(each);
    if (row !== null) rows.add(row);
    if (each.kind === 'parameter') moved += 1;
    used.set(each.tag, (used.get(each.tag) ?? 0) + 1);
  }
  return chosen;
}

const rowOf = ({ without }: Change): string | null => (without?.does === 'drop' ? `${without.resource} ${without.path.join('/')}` : null);
