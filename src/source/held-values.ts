import type { AnyNode, CallExpression, Identifier, NewExpression, Pattern } from 'acorn';
import { type Binding, type Bindings, type FunctionNode, isFunction } from './bindings.ts';
import type { Constants } from './constants.ts';

/** A value that is followed: something below the root by its dotted path (the root's is empty), or a list or object that holds one. */
type Held = { readonly path: readonly string[] } | { readonly key: string | null; readonly inner: Held };

/** What becomes of something below a root. */
export type Use =
  | { readonly kind: 'called'; readonly path: readonly string[]; readonly node: CallExpression | NewExpression }
  /** It goes where it cannot be followed: returned, put into an object of others, given to code that is not seen. */
  | { readonly kind: 'lost'; readonly path: readonly string[]; readonly node: AnyNode }
  /** A member of it is taken by a name that is worked out. */
  | { readonly kind: 'computed'; readonly path: readonly string[]; readonly node: AnyNode };

/** What one name may hold: code that wraps a value in itself again and again would go on for ever. */
const mostStates = 16;

/** Longer paths are of no one's interest, and a loop could make them without end. */
const longestPath = 6;

/**
 * Follows a value through code: by members, aliases, patterns, literal objects and lists, and into functions of the code itself. Says each
 * call of it or of what is below it, and each place where the trace is lost. It does not ask whether a place is ever reached.
 */
export class HeldValues {
  readonly uses: Use[] = [];
  private readonly bindings: Bindings;
  private readonly constants: Constants;
  /** What `arguments` means in functions that say it: all that they are called with, past their parameters too. */
  private readonly argumentsOf = new Map<AnyNode, Binding>();
  private readonly done = new Map<Binding, Set<string>>();
  private readonly waiting: [Binding, Held][] = [];

  constructor(bindings: Bindings, constants: Constants) {
    this.bindings = bindings;
    this.constants = constants;
    for (const binding of bindings.of.values())
      if (binding?.name === 'arguments' && isFunction(binding.by)) this.argumentsOf.set(binding.by, binding);
  }

  /** From a function that is called with the root in this place. */
  followArgument(called: FunctionNode, place: number): void {
    this.receive(called, place, { path: [] });
    this.run();
  }

  /** From places where the root is used. */
  followUses(nodes: readonly Identifier[]): void {
    for (const node of nodes) this.use(node, { path: [] });
    this.run();
  }

  private run(): void {
    for (let next = this.waiting.pop(); next; next = this.waiting.pop()) for (const node of next[0].used) this.use(node, next[1]);
  }

  private bind(pattern: Pattern, held: Held): void {
    switch (pattern.type) {
      case 'Identifier': {
        const binding = this.bindings.of.get(pattern);
        if (binding) this.give(binding, held);
        return;
      }
      case 'AssignmentPattern':
        this.bind(pattern.left, held);
        return;
      case 'RestElement':
        this.bind(pattern.argument, held);
        return;
      case 'ObjectPattern':
        for (const each of pattern.properties) {
          if (each.type === 'RestElement') this.bind(each.argument, held);
          else this.bindMember(each.value, held, this.keyOf(each.key, each.computed), each);
        }
        return;
      case 'ArrayPattern':
        for (const each of pattern.elements) if (each) this.bindMember(each, held, null, each);
        return;
      case 'MemberExpression':
        this.lose(pattern, held);
    }
  }

  private bindMember(pattern: Pattern, held: Held, key: string | null, at: AnyNode): void {
    const member = this.memberOf(held, key, at);
    if (member) this.bind(pattern, member);
  }

  private give(binding: Binding, held: Held): void {
    const seen = this.done.get(binding) ?? new Set();
    const text = JSON.stringify(held);
    if (seen.has(text)) return;
    if (seen.size > mostStates) {
      this.lose(binding.by, held);
      return;
    }
    this.done.set(binding, seen.add(text));
    this.waiting.push([binding, held]);
  }

  /** What a member of it is; null where that is nothing of the root. */
  private memberOf(held: Held, key: string | null, at: AnyNode): Held | null {
    if ('inner' in held) return key === null || held.key === null || held.key === key ? held.inner : null;
    if (key === null) {
      this.uses.push({ kind: 'computed', path: held.path, node: at });
      return null;
    }
    if (held.path.length < longestPath) return { path: [...held.path, key] };
    this.lose(at, held);
    return null;
  }

  private keyOf(key: AnyNode, computed: boolean): string | null {
    return !computed && key.type === 'Identifier' ? key.name : this.constants.text(key);
  }

  /** `node` gives the held value: what is done with it is said by the node around it. */
  private use(node: AnyNode, held: Held): void {
    const around = this.bindings.around.get(node);
    if (!around) return;
    switch (around.type) {
      case 'MemberExpression': {
        if (around.object !== node) return;
        const member = this.memberOf(
          held,
          around.property.type === 'PrivateIdentifier' ? '' : this.keyOf(around.property, around.computed),
          around,
        );
        if (member) this.use(around, member);
        return;
      }
      case 'CallExpression':
      case 'NewExpression':
        if (around.callee === node) this.call(around, held);
        else this.pass(around, node, held);
        return;
      case 'VariableDeclarator':
        this.bind(around.id, held);
        return;
      case 'AssignmentExpression':
        this.bind(around.left, held);
        this.use(around, held);
        return;
      case 'AssignmentPattern':
        this.bind(around.left, held);
        return;
      case 'Property':
        this.useIn(around, held);
        return;
      case 'ArrayExpression':
        this.use(around, { key: null, inner: held });
        return;
      case 'SpreadElement':
        this.useSpread(around, held);
        return;
      default:
        this.flow(around, node, held);
    }
  }

  private useIn(property: Extract<AnyNode, { type: 'Property' }>, held: Held): void {
    const object = this.bindings.around.get(property);
    if (object?.type === 'ObjectExpression') this.use(object, { key: this.keyOf(property.key, property.computed), inner: held });
  }

  /** `{ ...ctx }` holds what ctx holds; a list that is spread gives what it holds. */
  private useSpread(spread: AnyNode, held: Held): void {
    const around = this.bindings.around.get(spread);
    if (around?.type === 'ObjectExpression' || around?.type === 'ArrayExpression') this.use(around, held);
    else this.lose(spread, held);
  }

  private call(node: CallExpression | NewExpression, held: Held): void {
    if ('path' in held) this.uses.push({ kind: 'called', path: held.path, node });
  }

  /** As an argument: into the parameter of a function of the code, or away. */
  private pass(call: CallExpression | NewExpression, node: AnyNode, held: Held): void {
    const callee = call.callee.type === 'Identifier' ? this.functionOf(call.callee) : call.callee;
    const at = call.arguments.indexOf(node as CallExpression['arguments'][number]);
    const isPlain = call.arguments.slice(0, at).every(({ type }) => type !== 'SpreadElement');
    if (!callee || !isFunction(callee) || !isPlain) {
      this.lose(node, held);
      return;
    }
    this.receive(callee, at, held);
  }

  /** A function takes it as its argument in this place: by a parameter, the rest of them, or `arguments`. */
  private receive(called: FunctionNode, place: number, held: Held): void {
    const rest = called.params.at(-1);
    const parameter = called.params[place];
    if (parameter && parameter.type !== 'RestElement') this.bind(parameter, held);
    else if (rest?.type === 'RestElement') this.bind(rest.argument, { key: null, inner: held });
    const all = this.argumentsOf.get(called);
    if (all) this.give(all, { key: String(place), inner: held });
  }

  /** The function that a name stands for; null where it may stand for another one. */
  private functionOf(name: Identifier): AnyNode | null {
    const binding = this.bindings.of.get(name);
    if (binding?.by.type === 'FunctionDeclaration') return binding.set.length === 1 ? binding.by : null;
    return this.constants.givenTo(name);
  }

  /** Through what gives on the value that is inside of it. */
  private flow(around: AnyNode, node: AnyNode, held: Held): void {
    switch (around.type) {
      case 'ConditionalExpression':
        if (around.test !== node) this.use(around, held);
        return;
      case 'LogicalExpression':
      case 'ChainExpression':
      case 'AwaitExpression':
        this.use(around, held);
        return;
      case 'SequenceExpression':
        if (around.expressions.at(-1) === node) this.use(around, held);
        return;
      // They look at it and let go of it.
      case 'UnaryExpression':
      case 'BinaryExpression':
      case 'IfStatement':
      case 'WhileStatement':
      case 'DoWhileStatement':
      case 'ForStatement':
      case 'ExpressionStatement':
        return;
      case 'ForOfStatement':
        if (around.right === node && 'inner' in held) this.bindHead(around.left, held.inner);
        else if (around.right === node) this.lose(node, held);
        return;
      default:
        this.lose(node, held);
    }
  }

  private bindHead(left: AnyNode, held: Held): void {
    if (left.type === 'VariableDeclaration') for (const each of left.declarations) this.bind(each.id, held);
    else this.bind(left as Pattern, held);
  }

  private lose(node: AnyNode, held: Held): void {
    let inner = held;
    while ('inner' in inner) ({ inner } = inner);
    this.uses.push({ kind: 'lost', path: inner.path, node });
  }
}
