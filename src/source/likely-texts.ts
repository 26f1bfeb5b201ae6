import type { AnyNode, Identifier } from 'acorn';
import { Constants, mostPieces, type Piece } from './constants.ts';

/**
 * What texts code is likely to put together: as `Constants`, and further into what could be changed meanwhile, as lists and objects that have
 * a name, and names that are added to. Good enough to look for secrets in, and for nothing that something hangs on.
 */
export class LikelyTexts extends Constants {
  override pieces(node: AnyNode): readonly Piece[] {
    if (node.type === 'MemberExpression') return this.member(node);
    if (node.type === 'AssignmentExpression' && node.operator === '+=') return this.pieces(node.left);
    if (node.type === 'CallExpression') {
      const { callee } = node;
      if (callee.type === 'MemberExpression' && !callee.computed && callee.property.type === 'Identifier') {
        if (callee.property.name === 'join') return this.list(callee.object, node.arguments[0]);
        if (/^from(?:CharCode|CodePoint)$/.test(callee.property.name)) return node.arguments.slice(0, mostPieces).map(charOf);
      }
    }
    return super.pieces(node);
  }

  /** Of a name that is set once what it is given; of one that is set again all that it is given, in the order of the text. */
  protected override givenAll(node: Identifier): readonly AnyNode[] | null {
    const once = super.givenAll(node);
    const binding = this.bindings.of.get(node);
    if (once !== null || !binding) return once;
    const given = binding.set.flatMap((set) => {
      const around = this.bindings.around.get(set);
      if (around?.type === 'VariableDeclarator' && around.id === set) return around.init ?? [];
      return around?.type === 'AssignmentExpression' && around.left === set ? around.right : [];
    });
    return given.length === 0 ? null : given;
  }

  private member({ object, property, computed }: Extract<AnyNode, { type: 'MemberExpression' }>): readonly Piece[] {
    const given = this.heldBy(object);
    const key = !computed && property.type === 'Identifier' ? property.name : this.text(property);
    if (given?.type === 'ArrayExpression') {
      const element = given.elements[Number(key)];
      return element ? this.pieces(element) : [null];
    }
    if (given?.type !== 'ObjectExpression') return [null];
    const found = given.properties.find(
      (each) =>
        each.type === 'Property' && (each.key.type === 'Identifier' && !each.computed ? each.key.name : this.text(each.key)) === key,
    );
    return found?.type === 'Property' ? this.pieces(found.value) : [null];
  }

  private list(object: AnyNode, between: AnyNode | undefined): readonly Piece[] {
    const given = this.heldBy(object);
    if (given?.type !== 'ArrayExpression') return [null];
    return this.together(given.elements, between === undefined ? [','] : this.pieces(between));
  }

  private heldBy(node: AnyNode): AnyNode | null {
    return node.type === 'Identifier' ? this.givenTo(node) : node;
  }
}

function charOf(code: AnyNode): string | null {
  if (code.type !== 'Literal' || typeof code.value !== 'number' || !Number.isInteger(code.value) || code.value > 0x10ffff) return null;
  return String.fromCodePoint(code.value);
}
