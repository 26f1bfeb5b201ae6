import type { AnyNode, CallExpression, Program } from 'acorn';
import { type Binding, type Bindings, type FunctionNode, isFunction } from './bindings.ts';
import { walk } from './walk.ts';

/** The calls of a module, and what is known of them without knowing what they call. */
export class ShapeCalls {
  /** Of its main function and what that holds, in the order of the text, without messages. */
  readonly all: readonly CallExpression[];
  /** The function that the module is for: what it exports, else the last that it declares; null = none. */
  readonly main: FunctionNode | null;
  private readonly messages: ReadonlySet<AnyNode>;
  private readonly bindings: Bindings;

  constructor(program: Program, bindings: Bindings) {
    this.bindings = bindings;
    this.main = mainOf(program);
    const found: CallExpression[] = [];
    walk(program, (node) => {
      if (node.type === 'CallExpression') found.push(node);
      return true;
    });
    found.sort((one, other) => one.end - other.end);
    this.messages = messagesIn(found, (call) => this.nameOf(call), bindings);
    const main = this.main ?? program;
    this.all = found.filter((call) => !this.messages.has(call) && call.start >= main.start && call.end <= main.end);
  }

  isMessage(node: AnyNode): boolean {
    return this.messages.has(node);
  }

  /** Whether it may do something: it is waited for, or called on a parameter for nothing but itself; and is no function of the module. */
  isEffect(call: CallExpression): boolean {
    const around = this.bindings.around.get(call);
    const root = this.rootOf(call.callee);
    if (root !== null && call.callee.type === 'Identifier' && !isGiven(root)) return false;
    if (around?.type === 'AwaitExpression' || around?.type === 'ReturnStatement') return around.type === 'AwaitExpression' || isGiven(root);
    return around?.type === 'ExpressionStatement' && isGiven(root);
  }

  /** The name of what is called, without the parameter that it is called on. */
  nameOf({ callee }: CallExpression): string {
    const path: string[] = [];
    let at: AnyNode = callee;
    while (at.type === 'MemberExpression') {
      path.unshift(
        at.property.type === 'Identifier' && !at.computed
          ? at.property.name
          : at.property.type === 'Literal'
            ? String(at.property.value)
            : '?',
      );
      at = at.object;
    }
    const isLocal = at.type !== 'Identifier' || this.bindings.of.get(at) !== null;
    if (!isLocal) path.unshift((at as { name: string }).name);
    return path.join('.');
  }

  private rootOf(callee: AnyNode): Binding | null {
    let at = callee;
    while (at.type === 'MemberExpression') at = at.object;
    return at.type === 'Identifier' ? (this.bindings.of.get(at) ?? null) : null;
  }
}

/** Whether it is a parameter, of whatever function. */
const isGiven = (root: Binding | null): boolean => root !== null && isFunction(root.by) && root.by.id?.name !== root.name;

function mainOf({ body }: Program): FunctionNode | null {
  let last: FunctionNode | null = null;
  for (const statement of body) {
    if (statement.type === 'ExportDefaultDeclaration' && isFunction(statement.declaration)) return statement.declaration;
    if (statement.type === 'FunctionDeclaration') last = statement;
    if (statement.type === 'VariableDeclaration') for (const { init } of statement.declarations) if (init && isFunction(init)) last = init;
  }
  return last;
}

/** Calls that only say something: all that what is called is ever given are sentences, and nobody looks at what it gives. */
function messagesIn(calls: readonly CallExpression[], nameOf: (call: CallExpression) => string, bindings: Bindings): Set<AnyNode> {
  const byName = new Map<string, CallExpression[]>();
  for (const call of calls) {
    const all = byName.get(nameOf(call));
    if (all) all.push(call);
    else byName.set(nameOf(call), [call]);
  }
  const messages = [...byName.values()].filter((all) => all.every((call) => saysOnly(call, bindings)));
  return new Set(messages.flat());
}

function saysOnly(call: CallExpression, bindings: Bindings): boolean {
  const around = bindings.around.get(call);
  const statement = around?.type === 'AwaitExpression' ? bindings.around.get(around) : around;
  return statement?.type === 'ExpressionStatement' && call.arguments.length > 0 && call.arguments.every(isSentence);
}

/** Words with blanks between them. */
function isSentence(node: AnyNode): boolean {
  switch (node.type) {
    case 'Literal':
      return typeof node.value === 'string' && /\S\s+\S/.test(node.value);
    case 'TemplateLiteral':
      return node.quasis.some(({ value }) => /\s/.test(value.raw) && /\w/.test(value.raw));
    case 'BinaryExpression':
      return (
        node.operator === '+' &&
        (isSentence(node.left) ||
          isSentence(node.right) ||
          [node.left, node.right].some((each) => each.type === 'Literal' && / /.test(String(each.value))))
      );
    default:
      return false;
  }
}
