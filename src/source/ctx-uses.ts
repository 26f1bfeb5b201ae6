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
  const held = new HeldValues(bindings, constants);
  held.followArgument(exported, 1);
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

/** Choices between choices double with each line. */
const mostChoices = 100;

/** All that an expression may be: one text, or one of those of a choice; null = not known, also where there are too many. */
function possibleTexts(node: AnyNode, constants: Constants): readonly string[] | null {
  const texts = new Set<string>();
  const waiting: AnyNode[] = [node];
  for (let next = waiting.pop(), choices = 0; next; next = waiting.pop()) {
    const given = next.type === 'Identifier' ? constants.givenTo(next) : null;
    const choice = given?.type === 'ConditionalExpression' ? given : next;
    if (choice.type === 'ConditionalExpression') {
      choices += 1;
      if (choices > mostChoices) return null;
      waiting.push(choice.alternate, choice.consequent);
      continue;
    }
    const text = constants.text(next);
    if (text === null) return null;
    texts.add(text);
  }
  return [...texts];
}
