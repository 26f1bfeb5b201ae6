type Made = (...args: unknown[]) => Promise<unknown>;

/** `ctx`: the dotted names of primitives as a tree of functions. A name may be a function and hold others: `sh` and `sh.x`. */
export function ctxTree(
  primitives: readonly string[],
  make: (primitive: string, args: readonly unknown[], entry: Made) => Promise<unknown>,
): object {
  const root: object = Object.create(null) as object;
  const nodes = new Map<string, object>([['', root]]);
  // Shorter ones first: the function has to be there before what it holds.
  for (const name of [...primitives].sort((one, other) => one.length - other.length)) {
    const called: Made = async (...args) => make(name, args, called);
    place(nodes, name, called);
  }
  for (const node of nodes.values()) Object.freeze(node);
  return root;
}

function place(nodes: Map<string, object>, name: string, node: object): void {
  const dot = name.lastIndexOf('.');
  const [above, last] = dot === -1 ? ['', name] : [name.slice(0, dot), name.slice(dot + 1)];
  if (!nodes.has(above)) place(nodes, above, Object.create(null) as object);
  Object.defineProperty(nodes.get(above), last, { value: node, enumerable: true, configurable: true, writable: true });
  nodes.set(name, node);
}
