import {
  type AnyNode,
  type ExportDefaultDeclaration,
  type ExportNamedDeclaration,
  getLineInfo,
  type ImportDeclaration,
  type Program,
  type Statement,
  type VariableDeclaration,
} from 'acorn';
import { parsedCode } from '../../../../../source/parsed-code.ts';
import { SyntaxFault } from '../../../../../source/syntax-fault.ts';
import { walk } from '../../../../../source/walk.ts';
import type { ColumnMap } from './column-map.ts';
import { EditedText } from './edited-text.ts';
import { patternNames } from './pattern-names.ts';

/** The name under which code finds what imports packages. */
export const importName = '__pawlImport';

export interface RunnableCell {
  /** A script that declares the cell's functions; null = it has none. */
  readonly functions: string | null;
  /** A script whose value is an async function of no arguments: the rest of the cell; it gives the last expression's value. */
  readonly body: string;
  /** Names that are there, undefined, before their statement is reached: those of `var`. */
  readonly hoisted: readonly string[];
  /** All names that the cell declares. */
  readonly declared: readonly string[];
  readonly columns: ColumnMap;
}

/**
 * A cell as scripts whose top-level names are properties of the global object: so they live on, may be declared again, and
 * closures of all cells share them. `let x = 1` becomes `;( x = 1)`, in place: lines stay, columns move by little and are led back.
 * (V8's own mode for consoles was tried: it is only to be had through the inspector, which the permission model forbids, and
 * it refuses `const x` after `let x`.)
 */
export function runnableCell(code: string): RunnableCell {
  const { text, program } = parsedCode(code);
  return new Rewriting(text, program).result();
}

class Rewriting {
  readonly #text: string;
  readonly #edits: EditedText;
  readonly #program: Program;
  readonly #declared = new Set<string>();
  readonly #hoisted = new Set<string>();
  readonly #functions: [from: number, to: number][] = [];

  constructor(text: string, program: Program) {
    this.#text = text;
    this.#edits = new EditedText(text);
    this.#program = program;
  }

  result(): RunnableCell {
    const { body } = this.#program;
    for (const statement of body) this.#statement(statement);
    const last = body.findLast(({ type }) => type !== 'EmptyStatement' && type !== 'FunctionDeclaration');
    if (last?.type === 'ExpressionStatement' && last.directive !== 'use strict') {
      this.#edits.insert(last.start, ';return (');
      this.#edits.insert(last.expression.end, ')');
    }
    walk(this.#program, (node, parent) => this.#inner(node, parent));
    const functions = this.#functions.length > 0 ? this.#edits.result(this.#functions).text : null;
    for (const [from, to] of this.#functions) this.#edits.blank(from, to);
    const { text, columns } = this.#edits.result();
    // To set it would set the prototype of the global object, were it not declared there first.
    if (this.#declared.has('__proto__')) this.#hoisted.add('__proto__');
    return { functions, body: `(async () => {\n${text}\n})`, hoisted: [...this.#hoisted], declared: [...this.#declared], columns };
  }

  #statement(statement: Program['body'][number]): void {
    switch (statement.type) {
      case 'ImportDeclaration':
        this.#import(statement);
        break;
      case 'ExportNamedDeclaration':
        this.#export(statement);
        break;
      case 'ExportDefaultDeclaration':
        this.#exportDefault(statement);
        break;
      case 'ExportAllDeclaration':
        throw this.#fault(statement, 'a cell exports nothing: its variables live on by themselves');
      case 'ExpressionStatement':
        // Strict code may not set a name that nothing has declared, which is how names come to live here.
        if (statement.directive === 'use strict') this.#edits.blank(statement.start, statement.end);
        break;
      default:
        this.#declaration(statement, statement.start);
    }
  }

  #declaration(statement: Statement, from: number): void {
    if (statement.type === 'FunctionDeclaration') {
      this.#declared.add(statement.id.name);
      this.#functions.push([from, statement.end]);
    } else if (statement.type === 'ClassDeclaration') {
      this.#declared.add(statement.id.name);
      this.#edits.insert(statement.start, `;${statement.id.name} = `);
      this.#edits.insert(statement.end, ';');
    } else if (statement.type === 'VariableDeclaration' && !statement.kind.includes('using')) {
      this.#variables(statement, ';(', ')');
    }
  }

  /** A declaration as an expression; the keyword's place is kept. */
  #variables(declaration: VariableDeclaration, open: string, close: string): void {
    const { start, kind, declarations } = declaration;
    this.#edits.replace(start, start + kind.length, open.padEnd(kind.length));
    for (const { id, init } of declarations) {
      for (const name of patternNames(id)) {
        this.#declared.add(name);
        if (kind === 'var') this.#hoisted.add(name);
      }
      if (!init && kind !== 'var') this.#edits.insert(id.end, ' = undefined');
    }
    this.#edits.insert(declarations.at(-1)?.end ?? declaration.end, close);
  }

  #import(statement: ImportDeclaration): void {
    const parts: string[] = [];
    const names: string[] = [];
    let whole = '';
    for (const each of statement.specifiers) {
      this.#declared.add(each.local.name);
      if (each.type === 'ImportNamespaceSpecifier') {
        whole = `${each.local.name} = `;
        continue;
      }
      const wanted =
        each.type === 'ImportDefaultSpecifier'
          ? 'default'
          : each.imported.type === 'Literal'
            ? String(each.imported.value)
            : each.imported.name;
      names.push(wanted);
      parts.push(`${JSON.stringify(wanted)}: ${each.local.name}`);
    }
    const called = `await ${importName}(${JSON.stringify(statement.source.value)}, ${JSON.stringify(names)})`;
    this.#edits.replace(statement.start, statement.end, `;(${parts.length > 0 ? `{${parts.join(', ')}} = ` : ''}${whole}${called});`);
  }

  #export(statement: ExportNamedDeclaration): void {
    const { declaration, start, end } = statement;
    this.#edits.blank(start, declaration?.start ?? end);
    if (declaration) this.#declaration(declaration, declaration.start);
  }

  #exportDefault({ start, declaration }: ExportDefaultDeclaration): void {
    this.#edits.blank(start, declaration.start);
    if ((declaration.type === 'FunctionDeclaration' || declaration.type === 'ClassDeclaration') && declaration.id) {
      this.#declaration(declaration as Statement, declaration.start);
      return;
    }
    this.#edits.insert(declaration.start, ';(');
    this.#edits.insert(declaration.end, ');');
  }

  /** What stands deeper: imports by name, and `var`, which belongs to the top however deep its block is. */
  #inner(node: AnyNode, parent: AnyNode | null): boolean {
    if (node.type === 'ImportExpression') this.#edits.replace(node.start, node.start + 'import'.length, importName);
    if (node.type === 'MetaProperty' && node.meta.name === 'import')
      throw this.#fault(node, 'a cell is no file, so there is no import.meta');
    if (node.type === 'VariableDeclaration' && node.kind === 'var' && parent && parent !== this.#program && !this.#inFunction(node)) {
      this.#innerVar(node, parent);
    }
    return true;
  }

  #innerVar(node: VariableDeclaration, parent: AnyNode): void {
    if (parent.type === 'ExportNamedDeclaration') return;
    const inHead = (parent.type === 'ForInStatement' || parent.type === 'ForOfStatement') && parent.left === node;
    const inList = parent.type === 'BlockStatement' || parent.type === 'SwitchCase';
    this.#variables(node, inHead ? '' : inList ? ';(' : '(', inHead ? '' : ')');
  }

  #inFunction(node: AnyNode): boolean {
    this.#functionRanges ??= functionRanges(this.#program);
    return this.#functionRanges.some(([from, to]) => from <= node.start && node.end <= to);
  }
  #functionRanges: readonly (readonly [number, number])[] | null = null;

  #fault(node: AnyNode, message: string): SyntaxFault {
    const { line, column } = getLineInfo(this.#text, node.start);
    return new SyntaxFault(message, line, column + 1);
  }
}

/** Where a `var` belongs to something smaller than the cell. */
function functionRanges(program: Program): [number, number][] {
  const ranges: [number, number][] = [];
  walk(program, (node) => {
    const own = /Function|StaticBlock/.test(node.type) || node.type === 'PropertyDefinition';
    if (own) ranges.push([node.start, node.end]);
    return !own;
  });
  return ranges;
}
