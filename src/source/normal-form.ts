import type { AnyNode } from 'acorn';
import type { Binding, Bindings } from './bindings.ts';

/** Says how a text is written, not what it does. */
const aside: ReadonlySet<string> = new Set(['type', 'start', 'end', 'raw', 'shorthand', 'kind', 'computed', 'bigint', 'directive']);

/**
 * The tree as one text in which names of locals are numbers, and layout, quotes, comments and the like are gone. Two functions with the same
 * one do the same, whatever their names. `outlined`: without texts and numbers too.
 */
export function normalForm(program: AnyNode, bindings: Bindings, outlined = false): string {
  const numbers = new Map<Binding, number>();
  const labels = new Map<string, number>();
  const out: string[] = [];
  const write = (node: AnyNode): void => {
    if (node.type === 'EmptyStatement') return;
    const key = keyIn(node);
    out.push('(', node.type);
    if ('kind' in node) out.push(` ${node.kind}`);
    if (node.type === 'Identifier') {
      const isLabel = labelled.has(bindings.around.get(node)?.type ?? '') && !bindings.of.has(node);
      out.push(` ${isLabel ? `:${numberOf(node.name, labels)}` : nameOf(node, bindings, numbers)}`);
    } else if (node.type === 'Literal') out.push(` ${outlined ? typeof node.value : literalText(node)}`);
    else if (node.type === 'ImportSpecifier') {
      // Where both names are the same, one node stands for both.
      out.push(` .${JSON.stringify(node.imported.type === 'Literal' ? node.imported.value : node.imported.name)}`);
      write(node.local);
    } else if (node.type === 'TemplateElement') out.push(outlined ? '' : ` ${JSON.stringify(node.value.cooked ?? node.value.raw)}`);
    else
      for (const [name, value] of Object.entries(node) as [string, unknown][]) {
        if (aside.has(name)) continue;
        if (key !== null && name === key.under) out.push(` .${JSON.stringify(key.name)}`);
        else writeValue(name, value);
      }
    out.push(')');
  };
  const writeValue = (name: string, value: unknown): void => {
    if (Array.isArray(value)) {
      out.push(`[${name}`);
      for (const each of value as unknown[]) writeValue('', each);
      out.push(']');
    } else if (isNode(value)) {
      out.push(name);
      write(value);
    } else if (value !== null && value !== undefined && typeof value !== 'object') out.push(` ${name}=${JSON.stringify(value)}`);
    else out.push(`${name}-`);
  };
  write(program);
  return out.join('');
}

const isNode = (value: unknown): value is AnyNode => typeof (value as AnyNode | null)?.type === 'string';

function nameOf(node: Extract<AnyNode, { type: 'Identifier' }>, bindings: Bindings, numbers: Map<Binding, number>): string {
  const binding = bindings.of.get(node);
  // `arguments` is a name that nobody can give another one.
  if (!binding || node.name === 'arguments') return node.name;
  return `#${numberOf(binding, numbers)}`;
}

/** In the order in which they are met. */
function numberOf<T>(what: T, numbers: Map<T, number>): number {
  const number = numbers.get(what) ?? numbers.size;
  numbers.set(what, number);
  return number;
}

const labelled: ReadonlySet<string> = new Set(['LabeledStatement', 'BreakStatement', 'ContinueStatement']);

function literalText({ value, bigint, regex }: Extract<AnyNode, { type: 'Literal' }>): string {
  if (bigint) return `${bigint}n`;
  // JSON has none that is larger than the largest.
  if (typeof value === 'number') return String(value);
  return regex ? `/${regex.pattern}/${regex.flags}` : (JSON.stringify(value) ?? '');
}

/** A key that is written: `a.b`, `a['b']`, `{ b: 1 }` and `{ 'b': 1 }` are the same. */
function keyIn(node: AnyNode): { readonly under: 'property' | 'key'; readonly name: string } | null {
  switch (node.type) {
    case 'MemberExpression':
      return keyed('property', node.property, node.computed);
    case 'Property':
      // Written plainly it is no member but what the object inherits from.
      if (node.shorthand && node.key.type === 'Identifier' && node.key.name === '__proto__') return null;
      return node.computed && node.key.type === 'Literal' && node.key.value === '__proto__' ? null : keyed('key', node.key, node.computed);
    case 'MethodDefinition':
    case 'PropertyDefinition':
      return keyed('key', node.key, node.computed);
    default:
      return null;
  }
}

function keyed(under: 'property' | 'key', key: AnyNode, computed: boolean): { under: 'property' | 'key'; name: string } | null {
  if (!computed && key.type === 'Identifier') return { under, name: key.name };
  return key.type === 'Literal' && typeof key.value === 'string' ? { under, name: key.value } : null;
}
