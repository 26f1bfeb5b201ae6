import type { Node } from 'acorn';
import type { Named, Spot } from '../core/library/function/code-facts.ts';
import { positionOf, sourceTextOf } from '../core/model/source-text.ts';

/** Finds lines and columns in one text, which has no byte order mark. */
export interface Spots {
  readonly at: (place: { readonly start: number; readonly end: number }) => Spot;
  /** What stands there, named by its own text where no name is given: one line of it, at most 60 characters. */
  readonly named: (node: Pick<Node, 'start' | 'end'>, name?: string) => Named;
}

/** Spots of a text; the lines are found once, as there may be thousands of places in half a megabyte. */
export function spotsOf(text: string): Spots {
  const source = sourceTextOf(text);
  const at = ({ start, end }: { readonly start: number; readonly end: number }): Spot => positionOf(source, { start, end });
  const shown = (node: Pick<Node, 'start' | 'end'>): string =>
    text.slice(node.start, Math.min(node.end, node.start + 60)).replace(/\s+/g, ' ');
  return { at, named: (node, name) => ({ name: name ?? shown(node), at: at(node) }) };
}
