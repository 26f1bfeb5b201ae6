import type { AnyNode, Node } from 'acorn';

/** Visits a tree from the outside in; `visit` says false to leave out what is inside of a node. `parent` is null at the top. */
export function walk(root: AnyNode, visit: (node: AnyNode, parent: AnyNode | null) => boolean): void {
  // No recursion: code may be nested deeper than the stack is.
  const waiting: [AnyNode, AnyNode | null][] = [[root, null]];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [node, parent] = next;
    if (!visit(node, parent)) continue;
    for (const each of insideOf(node)) waiting.push([each, node]);
  }
}

/** The nodes right below this one, in the order of their keys. */
export function insideOf(node: AnyNode): AnyNode[] {
  return (Object.values(node) as unknown[]).flatMap((value) => (Array.isArray(value) ? (value as unknown[]) : [value]).filter(isNode));
}

const isNode = (value: unknown): value is AnyNode => typeof (value as Node | null)?.type === 'string';
