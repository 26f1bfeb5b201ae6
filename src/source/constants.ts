import type { AnyNode, Identifier } from 'acorn';
import type { Binding, Bindings } from './bindings.ts';

/** A piece of a text that code puts together; null = not known before it runs. */
export type Piece = string | null;

/** Works out which texts expressions give, where the text of the code alone says so. */
export class Constants {
  private readonly bindings: Bindings;
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

  /** Its pieces from left to right; neighbours that are known are put together by whoever asks. */
  pieces(node: AnyNode): readonly Piece[] {
    switch (node.type) {
      case 'Literal':
        return typeof node.value === 'string' ? [node.value] : typeof node.value === 'number' ? [String(node.value)] : [null];
      case 'TemplateLiteral':
        return node.quasis.flatMap(({ value }, at): readonly Piece[] => {
          const expression = node.expressions[at];
          return [value.cooked ?? null, ...(expression ? this.pieces(expression) : [])];
        });
      case 'BinaryExpression':
        return node.operator === '+' ? this.sum(node.left, node.right) : [null];
      case 'Identifier':
        return this.named(node);
      case 'CallExpression':
        return this.joined(node.callee, node.arguments);
      default:
        return [null];
    }
  }

  /** Two numbers are added, all else is put together; what is no text on either side may still be one. */
  private sum(left: AnyNode, right: AnyNode): readonly Piece[] {
    return isNumber(left) && isNumber(right) ? [null] : [...this.pieces(left), ...this.pieces(right)];
  }

  private named(node: Identifier): readonly Piece[] {
    const binding = this.bindings.of.get(node);
    const given = this.givenTo(node);
    if (!binding || given === null || this.open.has(binding)) return [null];
    const known = this.known.get(binding);
    if (known) return known;
    this.open.add(binding);
    const pieces = this.pieces(given);
    this.open.delete(binding);
    // One that doubles itself from line to line would grow without end.
    const kept = pieces.length > 1000 || pieces.reduce((all, piece) => all + (piece?.length ?? 0), 0) > 100_000 ? [null] : pieces;
    this.known.set(binding, kept);
    return kept;
  }

  /** `[a, b].join('-')` and `a.concat(b)`. */
  private joined(callee: AnyNode, args: readonly AnyNode[]): readonly Piece[] {
    if (callee.type !== 'MemberExpression' || callee.computed || callee.property.type !== 'Identifier') return [null];
    const { object, property } = callee;
    if (property.name === 'concat' && object.type !== 'ArrayExpression') return [object, ...args].flatMap((each) => this.pieces(each));
    if (property.name !== 'join' || object.type !== 'ArrayExpression') return [null];
    const between = args[0] === undefined ? [','] : this.pieces(args[0]);
    return object.elements.flatMap((each, at) => [...(at > 0 ? between : []), ...(each ? this.pieces(each) : [''])]);
  }
}

const isNumber = (node: AnyNode): boolean => node.type === 'Literal' && typeof node.value === 'number';
