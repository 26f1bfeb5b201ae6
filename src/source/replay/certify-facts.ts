import type { AnyNode } from 'acorn';
import { readCode } from '../read-code.ts';
import { walk } from '../walk.ts';

/** What certification asks of the text of a function, besides what storing it does. */
export interface CertifyFacts {
  /** Names of members that are read anywhere: `input.x`, `{ x } = input`, `input['x']`. */
  readonly members: readonly string[];
  /** Texts that stand for themselves: not compared with anything, no default, no key. */
  readonly texts: readonly { readonly text: string; readonly line: number }[];
  /** All texts and all whole numbers, as values to try. */
  readonly words: readonly string[];
  readonly numbers: readonly number[];
}

/** null where the text is no code. */
export function certifyFacts(code: string): CertifyFacts | null {
  const read = readCode(code);
  if (!read.ok) return null;
  const members = new Set<string>();
  const compared = new Set<AnyNode>();
  const texts: { text: string; line: number }[] = [];
  const words = new Set<string>();
  const numbers = new Set<number>();
  walk(read.value.program, (node, parent) => {
    const member = memberOf(node, parent);
    if (member !== null) members.add(member);
    for (const each of spared(node)) compared.add(each);
    if (node.type === 'Literal' && typeof node.value === 'number') numbers.add(node.value);
    if (node.type === 'Literal' && typeof node.value === 'string' && !(parent?.type === 'Property' && parent.key === node)) {
      words.add(node.value);
      if (!compared.has(node)) texts.push({ text: node.value, line: read.value.code.slice(0, node.start).split('\n').length });
    }
    return true;
  });
  return { members: [...members], texts, words: [...words], numbers: [...numbers] };
}

function memberOf(node: AnyNode, parent: AnyNode | null): string | null {
  if (node.type === 'MemberExpression') {
    if (!node.computed) return node.property.type === 'Identifier' ? node.property.name : null;
    return node.property.type === 'Literal' ? String(node.property.value) : null;
  }
  if (node.type !== 'Property' || parent?.type !== 'ObjectPattern') return null;
  return node.key.type === 'Identifier' ? node.key.name : node.key.type === 'Literal' ? String(node.key.value) : null;
}

/** Parts of a node that are held against something, or stand in for what is missing. */
function spared(node: AnyNode): readonly AnyNode[] {
  switch (node.type) {
    case 'BinaryExpression':
      return /^[!=]==?$/.test(node.operator) ? [node.left as AnyNode, node.right] : [];
    case 'SwitchCase':
      return node.test ? [node.test] : [];
    case 'LogicalExpression':
    case 'AssignmentPattern':
      return [node.right];
    default:
      return [];
  }
}
