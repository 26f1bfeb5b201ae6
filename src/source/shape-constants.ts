import type { AnyNode, Program } from 'acorn';
import type { ShapeConstant } from '../core/library/dedup/code-shape.ts';
import type { Bindings } from './bindings.ts';
import type { ShapeCalls } from './shape-calls.ts';
import type { Spots } from './spots.ts';
import { walk } from './walk.ts';

/** Two lists of them are held against each other, which takes the product of their lengths; nobody makes parameters of so many. */
const mostConstants = 1000;

/** The literals of a program in the order of its text, without those of messages; each with the name that it goes by. */
export function shapeConstants(program: Program, bindings: Bindings, calls: ShapeCalls, { at }: Spots): ShapeConstant[] {
  const found: [number, ShapeConstant][] = [];
  walk(program, (node) => {
    if (calls.isMessage(node) || node.type === 'ImportDeclaration') return false;
    if (node.type === 'TemplateElement' && node.value.raw !== '')
      found.push([node.start, { text: node.value.raw, isNumber: false, name: null, at: at(node) }]);
    if (node.type === 'MemberExpression' && !node.computed && !isCalled(node, bindings) && isData(node, bindings))
      found.push([node.property.start, { text: textOf(node.property), isNumber: false, name: null, at: at(node.property) }]);
    if (node.type !== 'Literal' || (typeof node.value !== 'string' && typeof node.value !== 'number')) return true;
    const isNumber = typeof node.value === 'number';
    found.push([node.start, { text: String(node.value), isNumber, name: nameFor(node, bindings), at: at(node) }]);
    return true;
  });
  return found
    .sort(([one], [other]) => one - other)
    .slice(0, mostConstants)
    .map(([, each]) => each);
}

function isCalled(node: AnyNode, bindings: Bindings): boolean {
  const around = bindings.around.get(node);
  return around?.type === 'CallExpression' && around.callee === node;
}

/** Below something that the code does not declare. */
function isData(node: AnyNode, bindings: Bindings): boolean {
  let at = node;
  while (at.type === 'MemberExpression') at = at.object;
  return at.type === 'Identifier' && bindings.of.get(at) === null;
}

const textOf = (property: AnyNode): string => ('name' in property ? String(property.name) : '');

function nameFor(node: AnyNode, bindings: Bindings): string | null {
  const around = bindings.around.get(node);
  if (around?.type === 'VariableDeclarator' && around.id.type === 'Identifier') return around.id.name;
  if (around?.type === 'Property' && around.value === node && around.key.type === 'Identifier') return around.key.name;
  if (around?.type === 'BinaryExpression') {
    const other = around.left === node ? around.right : around.left;
    return other.type === 'Identifier' ? other.name : null;
  }
  return null;
}
