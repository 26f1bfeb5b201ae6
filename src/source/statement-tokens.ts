import type { AnyNode } from 'acorn';
import { type Bindings, isFunction } from './bindings.ts';
import type { ShapeCalls } from './shape-calls.ts';
import { insideOf } from './walk.ts';

/** Longer functions are compared by their beginnings. */
const mostStatements = 400;

/** One token for each statement, messages left out: what it does by the names of what it calls, all else abstracted. */
export function statementTokens(root: AnyNode, bindings: Bindings, calls: ShapeCalls): string[] {
  const out: string[] = [];
  const visit = (node: AnyNode): void => {
    if (out.length >= mostStatements) return;
    if (node.type === 'BlockStatement' || isFunction(node) || node.type === 'Program') {
      for (const each of insideOf(node)) visit(each);
      return;
    }
    if (!isStatement(node)) {
      for (const each of insideOf(node)) visit(each);
      return;
    }
    const token = abstracted(node, bindings, calls);
    if (token !== '') out.push(token);
    for (const each of insideOf(node)) visit(each);
  };
  visit(root);
  return out;
}

const isStatement = (node: AnyNode): boolean =>
  (node.type.endsWith('Statement') && node.type !== 'EmptyStatement') || node.type === 'VariableDeclaration';

function abstracted(statement: AnyNode, bindings: Bindings, calls: ShapeCalls): string {
  const words: string[] = [];
  let isMessage = false;
  const read = (node: AnyNode): void => {
    if (calls.isMessage(node)) isMessage = true;
    if (isMessage || (node !== statement && (isStatement(node) || isFunction(node)))) return;
    switch (node.type) {
      case 'CallExpression':
        words.push(calls.nameOf(node));
        for (const each of node.arguments) read(each);
        words.push(')');
        return;
      case 'MemberExpression':
        words.push(bindings.of.get(rootOf(node) as never) === null ? 'data' : 'member');
        return;
      case 'Identifier':
      case 'Literal':
      case 'TemplateLiteral':
        words.push('_');
        return;
      case 'Property':
        words.push(node.key.type === 'Identifier' ? node.key.name : '?');
        read(node.value);
        return;
      case 'BinaryExpression':
      case 'LogicalExpression':
      case 'UnaryExpression':
        words.push(node.operator);
    }
    for (const each of insideOf(node)) read(each);
  };
  read(statement);
  return isMessage ? '' : `${statement.type.replace(/(?:Statement|Declaration)$/, '')} ${words.join(' ')}`;
}

function rootOf(node: AnyNode): AnyNode {
  let at = node;
  while (at.type === 'MemberExpression') at = at.object;
  return at;
}
