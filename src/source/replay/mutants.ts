import type { AnyNode, Expression, PrivateIdentifier } from 'acorn';
import { tickName } from '../../core/certify/program-names.ts';
import { insideOf, walk } from '../walk.ts';
import type { Runnable } from './runnable.ts';

/** A program that differs from another one in one small way. */
export interface Mutant {
  /** What was changed: the place and the kind of change, to count what is alike once. */
  readonly site: number;
  readonly kind: string;
  readonly text: string;
  /** It differs for values at a boundary alone: `<` and `<=`. */
  readonly isFine: boolean;
}

type Change = readonly [kind: string, start: number, end: number, text: string];

/** All programs that differ from this one in one small way; `inputs`: values that members of the input had, by their JSON path. */
export function mutantsOf({ text, program }: Runnable, inputs: ReadonlyMap<string, string>): readonly Mutant[] {
  const found: Mutant[] = [];
  const seen = new Set<string>();
  const inputName = nameOfInput(program.body as AnyNode[]);
  walk(program, (node, parent) => {
    for (const [kind, start, end, replacement] of changesOf(node, parent, text, inputName, inputs)) {
      const changed = text.slice(0, start) + replacement + text.slice(end);
      if (changed === text || seen.has(changed)) continue;
      seen.add(changed);
      found.push({ site: node.start, kind, text: changed, isFine: isFine(text.slice(start, end), replacement) });
    }
    return true;
  });
  return found;
}

/** A statement of SQL is quoted anew where it is changed. */
const bare = (text: string): string => text.replace(/^['"`]|['"`]$/g, '').replace(/([<>])=/g, '$1');

const isFine = (own: string, other: string): boolean => /[<>]/.test(own) && own !== other && bare(own) === bare(other);

function nameOfInput(body: readonly AnyNode[]): string | null {
  const last = body.findLast((each) => each.type === 'ReturnStatement');
  const name = last?.type === 'ReturnStatement' && last.argument?.type === 'Identifier' ? last.argument.name : null;
  const main = body.find((each) => each.type === 'FunctionDeclaration' && each.id?.name === name);
  const first = main?.type === 'FunctionDeclaration' ? main.params[0] : undefined;
  return first?.type === 'Identifier' ? first.name : null;
}

function changesOf(
  node: AnyNode,
  parent: AnyNode | null,
  text: string,
  inputName: string | null,
  inputs: ReadonlyMap<string, string>,
): Change[] {
  const source = (part: AnyNode | Expression | PrivateIdentifier): string => text.slice(part.start, part.end);
  const whole = (kind: string, replacement: string): Change => [kind, node.start, node.end, replacement];
  switch (node.type) {
    case 'BinaryExpression':
      return binaryChanges(node, text);
    case 'LogicalExpression': {
      const [left, right] = [source(node.left), source(node.right)];
      return [
        whole('logic', `(${left})`),
        whole('logic', `(${right})`),
        ...(node.operator === '??' ? [] : [operatorChange(node, text, node.operator === '&&' ? '||' : '&&')]),
      ];
    }
    case 'UnaryExpression':
      return node.operator === '!' || node.operator === '-' ? [whole('sign', `(${source(node.argument)})`)] : [];
    case 'IfStatement':
      return [
        ['condition', node.test.start, node.test.end, 'false'],
        ['condition', node.test.start, node.test.end, 'true'],
      ];
    case 'ConditionalExpression':
      return [whole('condition', `(${source(node.consequent)})`), whole('condition', `(${source(node.alternate)})`)];
    case 'Literal':
      return literalChanges(node, parent);
    case 'ExpressionStatement':
      return source(node).startsWith(tickName) || node.directive
        ? []
        : [whole('statement', ';'), ...(/^\s*await\b/.test(source(node)) ? [whole('twice', `${source(node)};${source(node)}`)] : [])];
    case 'ContinueStatement':
    case 'BreakStatement':
    case 'ThrowStatement':
      return [whole('statement', ';')];
    case 'ForOfStatement':
      return [
        ['rows', node.right.start, node.right.end, `[...(${source(node.right)})].slice(0, 1)`],
        ['rows', node.right.start, node.right.end, `[...(${source(node.right)})].reverse()`],
      ];
    case 'CallExpression':
      return callChanges(node, text);
    case 'NewExpression':
      return node.callee.type === 'Identifier' &&
        node.callee.name === 'Set' &&
        node.arguments.length === 1 &&
        parent?.type === 'SpreadElement'
        ? [whole('set', `(${source(node.arguments[0] as AnyNode)})`)]
        : [];
    case 'MemberExpression':
      return memberChanges(node, parent, text, inputName, inputs);
    case 'AssignmentExpression':
      return node.operator === '+=' ? [['assign', node.start, node.end, `${source(node.left)} = ${source(node.right)}`]] : [];
    case 'ObjectExpression':
      return node.properties.length > 1
        ? node.properties.flatMap((each): Change[] => (each.type === 'SpreadElement' ? [['member', each.start, each.end, '...null']] : []))
        : [];
    case 'TryStatement':
      return [whole('try', source(node.block))];
    default:
      return [];
  }
}

const comparisonChanges: Readonly<Record<string, readonly string[]>> = {
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '===': ['!=='],
  '!==': ['==='],
  '==': ['!='],
  '!=': ['=='],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
  '%': ['*'],
};

function binaryChanges(node: Extract<AnyNode, { type: 'BinaryExpression' }>, text: string): Change[] {
  const changes = (comparisonChanges[node.operator] ?? []).map((sign) => operatorChange(node, text, sign));
  if (node.operator === '+' && !isText(node.left) && !isText(node.right)) changes.push(operatorChange(node, text, '-'));
  return changes;
}

const isText = (node: AnyNode | PrivateIdentifier): boolean => {
  if (node.type === 'TemplateLiteral' || (node.type === 'Literal' && typeof node.value === 'string')) return true;
  return node.type === 'BinaryExpression' && node.operator === '+' && insideOf(node as AnyNode).some(isText);
};

function operatorChange(node: Extract<AnyNode, { type: 'BinaryExpression' | 'LogicalExpression' }>, text: string, sign: string): Change {
  const at = node.left.end + text.slice(node.left.end, node.right.start).indexOf(node.operator);
  return ['operator', at, at + node.operator.length, sign];
}

function literalChanges(node: Extract<AnyNode, { type: 'Literal' }>, parent: AnyNode | null): Change[] {
  if (parent?.type === 'Property' && parent.key === node) return [];
  const whole = (replacement: string): Change => ['literal', node.start, node.end, replacement];
  if (typeof node.value === 'number')
    return [node.value + 1, node.value - 1].map((value) => whole(value < 0 ? `(${value})` : String(value)));
  if (typeof node.value === 'boolean') return [whole(String(!node.value))];
  if (typeof node.value === 'string') return [...sqlChanges(node.value, whole), whole(node.value === '' ? "'~'" : "''")];
  return [];
}

/** Other signs in the conditions of a statement, and one condition less. */
function sqlChanges(text: string, whole: (replacement: string) => Change): Change[] {
  if (!/^\s*(?:select|update|delete)\b/i.test(text)) return [];
  const signs = [...text.matchAll(/ (<=|>=|<|>|=) \?/g)].flatMap(({ 0: sign, 1: own = '', index }) =>
    (own === '=' ? ['<>'] : own.length === 2 ? [own.slice(0, 1)] : [`${own}=`]).map((other) =>
      whole(JSON.stringify(text.slice(0, index) + sign.replace(own, other) + text.slice(index + sign.length))),
    ),
  );
  const order = / order by /i.exec(text);
  return order ? [...signs, whole(JSON.stringify(text.slice(0, order.index)))] : signs;
}

/** Calls of methods that may as well be left out; and those that stand for another. */
const leftOut = new Set([
  'trim',
  'sort',
  'toSorted',
  'filter',
  'slice',
  'reverse',
  'toReversed',
  'toLowerCase',
  'toUpperCase',
  'replace',
  'replaceAll',
  'flat',
  'concat',
  'trimEnd',
  'trimStart',
  'split',
]);
const otherMethods: Readonly<Record<string, readonly string[]>> = {
  round: ['floor', 'ceil'],
  floor: ['round', 'ceil'],
  ceil: ['floor'],
  trunc: ['round'],
  max: ['min'],
  min: ['max'],
  some: ['every'],
  every: ['some'],
  find: ['findLast'],
  startsWith: ['includes', 'endsWith'],
  endsWith: ['includes', 'startsWith'],
  includes: ['startsWith'],
  push: ['unshift'],
  indexOf: ['lastIndexOf'],
  all: ['allSettled'],
};

function callChanges(node: Extract<AnyNode, { type: 'CallExpression' }>, text: string): Change[] {
  const { callee } = node;
  if (callee.type !== 'MemberExpression' || callee.computed || callee.property.type !== 'Identifier') return [];
  const { name } = callee.property;
  const changes: Change[] = [];
  if (leftOut.has(name)) changes.push(['call', node.start, node.end, text.slice(callee.object.start, callee.object.end)]);
  for (const other of otherMethods[name] ?? []) changes.push(['method', callee.property.start, callee.property.end, other]);
  if ((name === 'sort' || name === 'toSorted') && node.arguments.length === 0)
    changes.push(['order', node.end - 1, node.end, '(a, b) => (a < b ? 1 : -1))']);
  if ((name === 'push' || name === 'add') && node.arguments.length === 1)
    changes.push(['call', node.start, node.end, `(${text.slice(node.start, node.end)}, ${text.slice(node.start, node.end)})`]);
  return changes;
}

function memberChanges(
  node: Extract<AnyNode, { type: 'MemberExpression' }>,
  parent: AnyNode | null,
  text: string,
  inputName: string | null,
  inputs: ReadonlyMap<string, string>,
): Change[] {
  const path = pathOf(node, text);
  const [root, ...rest] = path?.split('.') ?? [];
  const value = root === inputName && root !== null ? inputs.get(rest.join('.')) : undefined;
  const changes: Change[] = value === undefined || isTarget(parent, node) ? [] : [['input', node.start, node.end, `(${value})`]];
  if (node.computed && node.property.type === 'Literal' && node.property.value === 0)
    changes.push(['index', node.start, node.end, `(${text.slice(node.object.start, node.object.end)}).at(-1)`]);
  return changes;
}

const isTarget = (parent: AnyNode | null, node: AnyNode): boolean =>
  (parent?.type === 'AssignmentExpression' && parent.left === node) || parent?.type === 'UpdateExpression';

/** `a.b.c` of names alone; null = anything else. */
function pathOf(node: AnyNode, text: string): string | null {
  const path = text.slice(node.start, node.end);
  return /^[\w$]+(?:\.[\w$]+)*$/.test(path) ? path : null;
}
