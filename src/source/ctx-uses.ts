import type { AnyNode, FunctionDeclaration } from 'acorn';
import type { CodeFacts } from '../core/library/function/code-facts.ts';
import type { Bindings } from './bindings.ts';
import type { Constants } from './constants.ts';
import { HeldValues, type Use } from './held-values.ts';
import type { Spots } from './spots.ts';

type CtxUses = Pick<CodeFacts, 'primitives' | 'lost' | 'dependencies' | 'unknownDependencies'>;
type Found = { readonly [K in keyof CtxUses]: CtxUses[K][number][] };

/** What a stored function does with its `ctx`. */
export function ctxUses(exported: FunctionDeclaration, bindings: Bindings, constants: Constants, { named }: Spots): CtxUses {
  const found: Found = { primitives: [], lost: [], dependencies: [], unknownDependencies: [] };
  const [, ctx] = exported.params;
  if (!ctx) return found;
  const held = new HeldValues(bindings, constants);
  held.followPattern(ctx);
  for (const use of held.uses.toSorted(inOrder)) note(use, constants, named, found);
  return found;
}

/** As in the text; all that one place may be, by name. */
const inOrder = (one: Use, other: Use): number => one.node.start - other.node.start || (one.path.join('.') < other.path.join('.') ? -1 : 1);

function note(use: Use, constants: Constants, named: Spots['named'], found: Found): void {
  const { path, node } = use;
  if (path[0] === 'call') {
    const name = use.kind === 'called' ? nameIn(use.node.arguments, path[1] ?? null) : null;
    const names = name === null ? null : possibleTexts(name, constants);
    if (names === null) found.unknownDependencies.push(named(node));
    else for (const each of names) found.dependencies.push(named(node, each));
    return;
  }
  if (use.kind === 'computed' || path.length === 0) {
    found.lost.push(named(node));
    return;
  }
  found.primitives.push(named(node, path.join('.')));
}

/** The argument that names the function: `ctx.call(name, …)`, and by the methods that all functions have. */
function nameIn(args: readonly AnyNode[], method: string | null): AnyNode | null {
  switch (method) {
    case null:
      return args[0] ?? null;
    case 'call':
    case 'bind':
      return args[1] ?? null;
    case 'apply':
      return (args[1]?.type === 'ArrayExpression' ? args[1].elements[0] : null) ?? null;
    default:
      return null;
  }
}

/** All that an expression may be: one text, or one of those of a choice. */
function possibleTexts(node: AnyNode, constants: Constants): readonly string[] | null {
  if (node.type === 'ConditionalExpression') {
    const [one, other] = [possibleTexts(node.consequent, constants), possibleTexts(node.alternate, constants)];
    return one && other ? [...one, ...other] : null;
  }
  const given = node.type === 'Identifier' ? constants.givenTo(node) : null;
  if (given?.type === 'ConditionalExpression') return possibleTexts(given, constants);
  const text = constants.text(node);
  return text === null ? null : [text];
}
