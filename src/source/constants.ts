import type { AnyNode, Identifier } from 'acorn';
import type { Binding, Bindings } from './bindings.ts';

/** A piece of a text that code puts together; null = not known before it runs. */
export type Piece = string | null;

/** A text of more is not worked out: one that doubles itself from line to line, or a long one that is named in a long list, would grow without end. */
export const mostPieces = 1000;
const mostChars = 100_000;

/** How many names may stand for one another. */
const deepestNames = 100;

/** Works out which texts expressions give, where the text of the code alone says so. */
export class Constants {
  protected readonly bindings: Bindings;
  /** Being worked out: a constant may be written in terms of itself. */
  private readonly open = new Set<Binding>();
  private readonly known = new Map<Binding, readonly Piece[]>();

  constructor(bindings: Bindings) {
    this.bindings = bindings;
  }

  /** What it gives; null = not known. */
  text(node: AnyNode): string | null {
    const pieces = this.pieces(node);
    return pieces.includes(null) ? null : pieces.join('');
  }

  /** The expression that the one declaration of a name gives it; null where it is declared otherwise, or set again. */
  givenTo(node: Identifier): AnyNode | null {
    const binding = this.bindings.of.get(node);
    if (binding?.set.length !== 1 || binding.by.type !== 'VariableDeclarator' || binding.by.id.type !== 'Identifier') return null;
    return binding.by.init ?? null;
  }

  /** What a name is given, all of it on end; null = not known. */
  protected givenAll(node: Identifier): readonly AnyNode[] | null {
    const given = this.givenTo(node);
    return given && [given];
  }

  /** Its pieces from left to right; neighbours that are known are put together by whoever asks. One of more than anybody asks for is not known. */
  pieces(node: AnyNode): readonly Piece[] {
    switch (node.type) {
      case 'Literal':
        return typeof node.value === 'string' ? [node.value] : typeof node.value === 'number' ? [String(node.value)] : [null];
      case 'TemplateElement':
        return [node.value.cooked ?? null];
      case 'TemplateLiteral':
        return this.together(node.quasis.flatMap((quasi, at) => [quasi, node.expressions[at] ?? []].flat()));
      case 'BinaryExpression':
        // Two numbers are added, all else is put together; what is no text on either side may still be one.
        return node.operator !== '+' || (isNumber(node.left) && isNumber(node.right)) ? [null] : this.together([node.left, node.right]);
      case 'Identifier':
        return this.named(node);
      case 'CallExpression':
        return this.joined(node.callee, node.arguments);
      default:
        return [null];
    }
  }

  /** One behind the other; reads no further than it has to. */
  protected together(nodes: readonly (AnyNode | null)[], between: readonly Piece[] = []): readonly Piece[] {
    const all: Piece[] = [];
    let chars = 0;
    for (const [at, node] of nodes.entries()) {
      for (const piece of [...(at > 0 ? between : []), ...(node ? this.pieces(node) : [''])]) {
        chars += piece?.length ?? 0;
        if (all.push(piece) > mostPieces || chars > mostChars) return [null];
      }
    }
    return all;
  }

  private named(node: Identifier): readonly Piece[] {
    const binding = this.bindings.of.get(node);
    const given = this.givenAll(node);
    if (!binding || given === null || this.open.has(binding) || this.open.size > deepestNames) return [null];
    const known = this.known.get(binding);
    if (known) return known;
    this.open.add(binding);
    const pieces = this.together(given);
    this.open.delete(binding);
    this.known.set(binding, pieces);
    return pieces;
  }

  /** `[a, b].join('-')` and `a.concat(b)`. */
  private joined(callee: AnyNode, args: readonly AnyNode[]): readonly Piece[] {
    if (callee.type !== 'MemberExpression' || callee.computed || callee.property.type !== 'Identifier') return [null];
    const { object, property } = callee;
    if (property.name === 'concat' && object.type !== 'ArrayExpression') return this.together([object, ...args]);
    if (property.name !== 'join' || object.type !== 'ArrayExpression') return [null];
    return this.together(object.elements, args[0] === undefined ? [','] : this.pieces(args[0]));
  }
}

const isNumber = (node: AnyNode): boolean => node.type === 'Literal' && typeof node.value === 'number';
