import type { AnyNode, Identifier, Program } from 'acorn';
import type { CodeFacts, Named } from '../core/library/function/code-facts.ts';
import type { Bindings } from './bindings.ts';
import type { Constants } from './constants.ts';
import { HeldValues } from './held-values.ts';
import { codeMakers, languageNames, timers } from './language-names.ts';
import type { Spots } from './spots.ts';
import { walk } from './walk.ts';

type WorldUses = Pick<CodeFacts, 'ambient' | 'dynamicCode' | 'imports'>;

/** What code reaches of the world past `ctx`, and where it makes code of texts. In the order of the text. */
export function worldUses(program: Program, bindings: Bindings, constants: Constants, { named }: Spots): WorldUses {
  const ambient: [number, Named][] = [];
  const dynamicCode: [number, Named][] = [];
  const imports: [number, Named][] = [];
  const add = (to: [number, Named][], node: AnyNode, name?: string): void => void to.push([node.start, named(node, name)]);

  const globals = globalUses(bindings);
  for (const [name, nodes] of globals) {
    for (const node of nodes) {
      const around = bindings.around.get(node);
      if (codeMakers.has(name)) {
        if (!isLookedAt(around)) add(dynamicCode, node, name);
      } else if (timers.has(name) && isTextTimer(around, node, constants)) add(dynamicCode, node, `${name} with a text`);
      else if (!languageNames.has(name) && !(around?.type === 'UnaryExpression' && around.operator === 'typeof')) add(ambient, node, name);
    }
  }
  for (const { name, node } of clocksAndDice(globals, bindings, constants)) add(ambient, node, name);
  walk(program, (node) => {
    if (node.type === 'ImportDeclaration') add(imports, node.source, String(node.source.value));
    if (node.type === 'ImportExpression') {
      const text = constants.text(node.source);
      if (text === null) add(dynamicCode, node, 'import of a name that is worked out');
      else add(imports, node, text);
    }
    if (node.type === 'MetaProperty' && node.meta.name === 'import') add(ambient, node, 'import.meta');
    if (makesCode(node, bindings, constants) || isMirrored(node, bindings, constants)) add(dynamicCode, node, 'constructor');
    return true;
  });
  const sorted = (found: [number, Named][]): Named[] => found.toSorted(([one], [other]) => one - other).map(([, each]) => each);
  return { ambient: sorted(ambient), dynamicCode: sorted(dynamicCode), imports: sorted(imports) };
}

/** By name: where it is used without being declared. */
function globalUses(bindings: Bindings): Map<string, Identifier[]> {
  const found = new Map<string, Identifier[]>();
  for (const [node, binding] of bindings.of) {
    if (binding !== null) continue;
    const all = found.get(node.name);
    if (all) all.push(node);
    else found.set(node.name, [node]);
  }
  return found;
}

const isLookedAt = (around: AnyNode | undefined): boolean =>
  (around?.type === 'BinaryExpression' && around.operator === 'instanceof') ||
  (around?.type === 'UnaryExpression' && around.operator === 'typeof');

function isTextTimer(around: AnyNode | undefined, node: AnyNode, constants: Constants): boolean {
  if (around?.type !== 'CallExpression' || around.callee !== node || !around.arguments[0]) return false;
  const [first] = around.arguments;
  return (
    first.type === 'TemplateLiteral' || (first.type === 'BinaryExpression' && first.operator === '+') || constants.text(first) !== null
  );
}

/** `Date.now`, `new Date()`, `Date()`, `Math.random`, and what leads to them. */
function clocksAndDice(
  globals: ReadonlyMap<string, readonly Identifier[]>,
  bindings: Bindings,
  constants: Constants,
): { readonly name: string; readonly node: AnyNode }[] {
  const follow = (root: string): HeldValues['uses'] => {
    const held = new HeldValues(bindings, constants);
    held.followUses(globals.get(root) ?? []);
    return held.uses;
  };
  const found: { name: string; node: AnyNode }[] = [];
  for (const use of follow('Math')) {
    if (use.kind === 'called' ? use.path[0] === 'random' : use.path.length === 0 || use.path[0] === 'random')
      found.push({ name: 'Math.random', node: use.node });
  }
  for (const { kind, path, node } of follow('Date')) {
    if (path[0] === 'now') found.push({ name: 'Date.now', node });
    else if (path.length === 0 && kind === 'called') {
      if (node.type === 'CallExpression') found.push({ name: 'Date()', node });
      else if (node.arguments.length === 0) found.push({ name: 'new Date()', node });
    } else if (path.length === 0) found.push({ name: 'Date.now', node });
  }
  return found;
}

/** `x.constructor` leads to what makes functions of texts; only the name of it is of use to anyone. */
function makesCode(node: AnyNode, bindings: Bindings, constants: Constants): boolean {
  if (node.type === 'MemberExpression') {
    const { property } = node;
    const key =
      !node.computed && property.type === 'Identifier'
        ? property.name
        : property.type === 'PrivateIdentifier'
          ? null
          : constants.text(property);
    if (key !== 'constructor') return false;
    const around = bindings.around.get(node);
    return !(around?.type === 'MemberExpression' && around.object === node && !around.computed && isNamed(around.property, 'name'));
  }
  if (node.type !== 'ObjectPattern') return false;
  return node.properties.some(
    (each) => each.type === 'Property' && (each.computed ? constants.text(each.key) === 'constructor' : isNamed(each.key, 'constructor')),
  );
}

/** The same by `Reflect.get(x, 'constructor')` and its like. */
function isMirrored(node: AnyNode, bindings: Bindings, constants: Constants): boolean {
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return false;
  const { object } = node.callee;
  if (object.type !== 'Identifier' || !mirrors.has(object.name) || bindings.of.get(object) !== null) return false;
  return node.arguments.some((each) => constants.text(each) === 'constructor');
}

const mirrors: ReadonlySet<string> = new Set(['Reflect', 'Object']);

const isNamed = (node: AnyNode, name: string): boolean =>
  node.type === 'Identifier' ? node.name === name : node.type === 'Literal' && node.value === name;
