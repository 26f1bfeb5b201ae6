import type { CodeShape, ShapeConstant } from './code-shape.ts';

/** A constant that wants to be a parameter: what it is in the one and in the other; null = there is none to it. */
export interface DifferingConstant {
  readonly one: ShapeConstant | null;
  readonly other: ShapeConstant | null;
}

/** The constants in which two functions differ, in the order of the one. With one outline they go together one to one; else by name, then in order. */
export function differingConstants(one: CodeShape, other: CodeShape): DifferingConstant[] {
  if (one.outline === other.outline && one.constants.length === other.constants.length)
    return one.constants.flatMap((each, at) => {
      const against = other.constants[at] as ShapeConstant;
      return each.text === against.text ? [] : [{ one: each, other: against }];
    });
  const left = without(one.constants, other.constants);
  const right = without(other.constants, one.constants);
  const pairs = left.map((each): DifferingConstant => {
    const named = right.findIndex((against) => each.name !== null && against.name === each.name && against.isNumber === each.isNumber);
    const at = named >= 0 ? named : right.findIndex((against) => against.isNumber === each.isNumber);
    return { one: each, other: at < 0 ? null : (right.splice(at, 1)[0] as ShapeConstant) };
  });
  return [...pairs, ...right.map((each) => ({ one: null, other: each }))];
}

/** Those of a list that are not in the other, each taken away as often as it stands there, and told once. */
function without(all: readonly ShapeConstant[], others: readonly ShapeConstant[]): ShapeConstant[] {
  const theirs = new Map<string, number>();
  const keyOf = ({ text, isNumber }: ShapeConstant): string => `${isNumber} ${text}`;
  for (const each of others) theirs.set(keyOf(each), (theirs.get(keyOf(each)) ?? 0) + 1);
  const left = new Map<string, ShapeConstant>();
  for (const each of all) {
    const count = theirs.get(keyOf(each)) ?? 0;
    if (count > 0) theirs.set(keyOf(each), count - 1);
    else if (!left.has(keyOf(each))) left.set(keyOf(each), each);
  }
  return [...left.values()];
}
