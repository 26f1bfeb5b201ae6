import type {
  AnyNode,
  BlockStatement,
  ForInStatement,
  ForOfStatement,
  ForStatement,
  Identifier,
  Pattern,
  Program,
  StaticBlock,
} from 'acorn';
import { insideOf } from './walk.ts';

/** A name that code declares: all places at which it stands, so that a name inside is not taken for one of the same letters outside. */
export interface Binding {
  readonly name: string;
  /** The declarator, function, class, parameter list or import that declares it, the first of them. */
  readonly by: AnyNode;
  /** Where it is declared or given a value. */
  readonly set: Identifier[];
  /** Where its value is used. */
  readonly used: Identifier[];
}

export interface Bindings {
  /** What an identifier means; null = nothing that the code declares: a global. Undefined: it is no variable but a key or a label. */
  readonly of: ReadonlyMap<Identifier, Binding | null>;
  /** The node around each. */
  readonly around: ReadonlyMap<AnyNode, AnyNode>;
}

export type FunctionNode = Extract<AnyNode, { type: 'FunctionDeclaration' | 'FunctionExpression' | 'ArrowFunctionExpression' }>;

type Scope = { readonly names: Map<string, Binding>; readonly outer: Scope | null };

/** Resolves every name of a tree, by JavaScript's own rules of hoisting and blocks. Recursive: the tree is at most `deepestNode` deep. */
export function bindingsOf(program: Program): Bindings {
  const reader = new Reader();
  const scope = scopeIn(null);
  reader.hoist(program.body, scope, true);
  for (const each of program.body) reader.read(each, program, scope);
  return { of: reader.of, around: reader.around };
}

const scopeIn = (outer: Scope | null): Scope => ({ names: new Map(), outer });

class Reader {
  readonly of = new Map<Identifier, Binding | null>();
  readonly around = new Map<AnyNode, AnyNode>();

  /** Declares what the statements of one block declare, and (`whole`: of a function) every `var` further in. */
  hoist(body: readonly AnyNode[], scope: Scope, whole: boolean): void {
    for (const node of body) {
      const inner =
        (node.type === 'ExportDefaultDeclaration' || node.type === 'ExportNamedDeclaration') && node.declaration ? node.declaration : node;
      switch (inner.type) {
        case 'FunctionDeclaration':
        case 'ClassDeclaration':
          if (inner.id) this.add(inner.id.name, inner, scope);
          break;
        case 'VariableDeclaration':
          if (whole || inner.kind !== 'var') for (const each of inner.declarations) this.declarePattern(each.id, each, scope);
          break;
        case 'ImportDeclaration':
          for (const each of inner.specifiers) this.add(each.local.name, each, scope);
          break;
        default:
          if (whole) this.hoistVars(inner, scope);
      }
    }
  }

  private hoistVars(node: AnyNode, scope: Scope): void {
    if (isFunction(node) || node.type === 'ClassDeclaration' || node.type === 'ClassExpression') return;
    if (node.type === 'VariableDeclaration' && node.kind === 'var')
      for (const each of node.declarations) this.declarePattern(each.id, each, scope);
    for (const each of insideOf(node)) this.hoistVars(each, scope);
  }

  private declarePattern(pattern: Pattern, by: AnyNode, scope: Scope): void {
    for (const { name } of namesIn(pattern)) this.add(name, by, scope);
  }

  private add(name: string, by: AnyNode, scope: Scope): void {
    if (!scope.names.has(name)) scope.names.set(name, { name, by, set: [], used: [] });
  }

  read(node: AnyNode, around: AnyNode, scope: Scope): void {
    this.around.set(node, around);
    switch (node.type) {
      case 'Identifier':
        this.meet(node, scope, false);
        return;
      case 'FunctionDeclaration':
      case 'FunctionExpression':
      case 'ArrowFunctionExpression':
        this.readFunction(node, scope);
        return;
      case 'ClassDeclaration':
      case 'ClassExpression': {
        const inside = scopeIn(scope);
        if (node.id) {
          if (node.type === 'ClassExpression') this.add(node.id.name, node, inside);
          this.readTarget(node.id, node, inside);
        }
        if (node.superClass) this.read(node.superClass, node, inside);
        this.read(node.body, node, inside);
        return;
      }
      case 'BlockStatement':
      case 'StaticBlock':
        this.readBlock(node, scope, node.type === 'StaticBlock');
        return;
      case 'SwitchStatement': {
        this.read(node.discriminant, node, scope);
        const inside = scopeIn(scope);
        this.hoist(
          node.cases.flatMap(({ consequent }) => consequent),
          inside,
          false,
        );
        for (const each of node.cases) this.read(each, node, inside);
        return;
      }
      case 'ForStatement':
      case 'ForInStatement':
      case 'ForOfStatement':
        this.readLoop(node, scope);
        return;
      case 'CatchClause': {
        const inside = scopeIn(scope);
        if (node.param) {
          this.declarePattern(node.param, node, inside);
          this.readTarget(node.param, node, inside);
        }
        this.read(node.body, node, inside);
        return;
      }
      case 'VariableDeclarator':
        this.readTarget(node.id, node, scope);
        if (node.init) this.read(node.init, node, scope);
        return;
      case 'AssignmentExpression':
        this.readTarget(node.left, node, scope);
        // `x += 1` uses what it sets.
        if (node.operator !== '=' && node.left.type === 'Identifier') this.meet(node.left, scope, false);
        this.read(node.right, node, scope);
        return;
      case 'UpdateExpression':
        if (node.argument.type === 'Identifier') this.readTarget(node.argument, node, scope);
        this.read(node.argument, node, scope);
        return;
      default:
        this.readInside(node, scope);
    }
  }

  private readLoop(node: ForStatement | ForInStatement | ForOfStatement, scope: Scope): void {
    const head = node.type === 'ForStatement' ? node.init : node.left;
    const inside = scopeIn(scope);
    if (head?.type === 'VariableDeclaration') this.hoist([head], inside, false);
    for (const each of insideOf(node)) {
      if (each === head && node.type !== 'ForStatement' && head.type !== 'VariableDeclaration')
        this.readTarget(head as Pattern, node, inside);
      else this.read(each, node, inside);
    }
  }

  private readInside(node: AnyNode, scope: Scope): void {
    for (const each of insideOf(node)) {
      if (node.type.startsWith('Import') && 'local' in node && node.local === each) this.readTarget(node.local as Identifier, node, scope);
      else if (isLabelOrKey(node, each)) this.around.set(each, node);
      else this.read(each, node, scope);
    }
  }

  private readBlock(node: BlockStatement | StaticBlock, scope: Scope, whole: boolean): void {
    const inside = scopeIn(scope);
    this.hoist(node.body, inside, whole);
    for (const each of node.body) this.read(each, node, inside);
  }

  private readFunction(node: FunctionNode, outer: Scope): void {
    const scope = scopeIn(outer);
    const { id } = node;
    // A declaration's own name belongs to the block around it.
    if (id && node.type === 'FunctionExpression') this.add(id.name, node, scope);
    if (id) this.readTarget(id, node, node.type === 'FunctionExpression' ? scope : outer);
    const inside = scopeIn(scope);
    for (const each of node.params) this.declarePattern(each, node, inside);
    if (node.type !== 'ArrowFunctionExpression') this.add('arguments', node, inside);
    for (const each of node.params) this.readTarget(each, node, inside);
    if (node.body.type === 'BlockStatement') {
      this.around.set(node.body, node);
      this.hoist(node.body.body, inside, true);
      for (const each of node.body.body) this.read(each, node.body, inside);
    } else this.read(node.body, node, inside);
  }

  /** What stands where a value is put: names in it are set; what is worked out in it (defaults, keys, members) is read. */
  private readTarget(pattern: Pattern, around: AnyNode, scope: Scope): void {
    this.around.set(pattern, around);
    switch (pattern.type) {
      case 'Identifier':
        this.meet(pattern, scope, true);
        return;
      case 'ObjectPattern':
        for (const each of pattern.properties) {
          this.around.set(each, pattern);
          if (each.type === 'RestElement') this.readTarget(each.argument, each, scope);
          else {
            if (each.computed) this.read(each.key, each, scope);
            this.readTarget(each.value, each, scope);
          }
        }
        return;
      case 'ArrayPattern':
        for (const each of pattern.elements) if (each) this.readTarget(each, pattern, scope);
        return;
      case 'AssignmentPattern':
        this.readTarget(pattern.left, pattern, scope);
        this.read(pattern.right, pattern, scope);
        return;
      case 'RestElement':
        this.readTarget(pattern.argument, pattern, scope);
        return;
      case 'MemberExpression':
        this.readInside(pattern, scope);
    }
  }

  private meet(node: Identifier, scope: Scope, isSet: boolean): void {
    let found: Binding | null = null;
    for (let at: Scope | null = scope; at !== null && found === null; at = at.outer) found = at.names.get(node.name) ?? null;
    this.of.set(node, found);
    if (found) (isSet ? found.set : found.used).push(node);
  }
}

/** A key that is written and not worked out, a label, a name of another module. */
function isLabelOrKey(around: AnyNode, node: AnyNode): boolean {
  switch (around.type) {
    case 'MemberExpression':
      return around.property === node && !around.computed;
    case 'Property':
    case 'MethodDefinition':
    case 'PropertyDefinition':
      return around.key === node && !around.computed;
    case 'LabeledStatement':
      return around.label === node;
    case 'BreakStatement':
    case 'ContinueStatement':
    case 'MetaProperty':
    case 'ImportAttribute':
    case 'ImportSpecifier':
    case 'ExportSpecifier':
      return true;
    default:
      return false;
  }
}

export const isFunction = (node: AnyNode): node is FunctionNode =>
  node.type === 'FunctionDeclaration' || node.type === 'FunctionExpression' || node.type === 'ArrowFunctionExpression';

/** The names that a pattern sets. */
function namesIn(pattern: Pattern): Identifier[] {
  switch (pattern.type) {
    case 'Identifier':
      return [pattern];
    case 'ObjectPattern':
      return pattern.properties.flatMap((each) => namesIn(each.type === 'RestElement' ? each.argument : each.value));
    case 'ArrayPattern':
      return pattern.elements.flatMap((each) => (each ? namesIn(each) : []));
    case 'AssignmentPattern':
      return namesIn(pattern.left);
    case 'RestElement':
      return namesIn(pattern.argument);
    case 'MemberExpression':
      return [];
  }
}

/** The names that a statement of the top level declares for the module itself. */
export function namesBeside(statement: AnyNode): string[] {
  switch (statement.type) {
    case 'FunctionDeclaration':
    case 'ClassDeclaration':
      return statement.id ? [statement.id.name] : [];
    case 'VariableDeclaration':
      return statement.declarations.flatMap(({ id }) => namesIn(id)).map(({ name }) => name);
    default:
      return [];
  }
}
