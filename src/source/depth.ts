import type { AnyNode } from 'acorn';
import { insideOf } from './walk.ts';

/**
 * How many nodes deep code may be. Whatever reads a tree here does so by recursion, and takes at most a few frames a node; a chain of calls
 * is read by the parser without recursion, so the stack alone does not keep it from growing to the length of the text.
 */
const deepestNode = 800;

/** The first node that is too deep; null = none is. No recursion. */
export function tooDeep(root: AnyNode): AnyNode | null {
  const waiting: [AnyNode, number][] = [[root, 0]];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [node, depth] = next;
    if (depth > deepestNode) return node;
    for (const each of insideOf(node)) waiting.push([each, depth + 1]);
  }
  return null;
}
