import type { AnyNode, ImportDeclaration } from 'acorn';
import { functionForm } from '../../../../../source/function-form.ts';
import { SyntaxFault } from '../../../../../source/syntax-fault.ts';
import { walk } from '../../../../../source/walk.ts';
import type { ColumnMap } from './column-map.ts';
import { EditedText } from './edited-text.ts';
import { importName } from './runnable-cell.ts';

export interface RunnableFunction {
  /** A script whose value is an async function of no arguments, which loads what is imported and gives the stored function. */
  readonly script: string;
  readonly columns: ColumnMap;
}

/** A stored function as a script; lines stay. Its names are its own: nothing of it becomes a variable of the session. Throws `SyntaxFault`. */
export function runnableFunction(code: string): RunnableFunction {
  const read = functionForm(code);
  if ('faults' in read) {
    const [first] = read.faults;
    throw new SyntaxFault(first?.message ?? 'it is no function', first?.line ?? null, first?.column ?? null);
  }
  const { name, text, program } = read.form;
  const edits = new EditedText(text);
  for (const statement of program.body) {
    if (statement.type === 'ImportDeclaration') edits.replace(statement.start, statement.end, importText(statement));
    if (statement.type === 'ExportDefaultDeclaration') edits.blank(statement.start, statement.declaration.start);
  }
  walk(program, (node: AnyNode) => {
    if (node.type === 'ImportExpression') edits.replace(node.start, node.start + 'import'.length, importName);
    if (node.type === 'MetaProperty' && node.meta.name === 'import') throw new SyntaxFault('a function has no import.meta', null, null);
    return true;
  });
  const { text: body, columns } = edits.result();
  return { script: `(async () => {'use strict';\n${body}\nreturn ${name};\n})`, columns };
}

function importText({ specifiers, source }: ImportDeclaration): string {
  const parts: string[] = [];
  const names: string[] = [];
  let whole: string | null = null;
  for (const each of specifiers) {
    if (each.type === 'ImportNamespaceSpecifier') {
      whole = each.local.name;
      continue;
    }
    const imported =
      each.type === 'ImportDefaultSpecifier' ? 'default' : 'name' in each.imported ? each.imported.name : String(each.imported.value);
    names.push(imported);
    parts.push(`${JSON.stringify(imported)}: ${each.local.name}`);
  }
  const loaded = `await ${importName}(${JSON.stringify(source.value)}, ${JSON.stringify(names)})`;
  const list = parts.length > 0 ? `{${parts.join(', ')}}` : null;
  if (whole !== null) return `const ${whole} = ${loaded}${list === null ? '' : `, ${list} = ${whole}`};`;
  return list === null ? `${loaded};` : `const ${list} = ${loaded};`;
}
