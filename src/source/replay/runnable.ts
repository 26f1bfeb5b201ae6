import type { AnyNode, Program } from 'acorn';
import { tickName } from '../../core/certify/program-names.ts';
import { functionForm } from '../function-form.ts';
import { parsedCode } from '../parsed-code.ts';
import { walk } from '../walk.ts';
import { TextEdits } from './text-edits.ts';

/** A stored function as statements that end in `return` of it; without types, and such that no loop goes on for ever. */
export interface Runnable {
  readonly text: string;
  readonly program: Program;
}

/** null where the text is no stored function, or imports: a module is nothing that is replayed. */
export function runnableOf(code: string): Runnable | null {
  const read = functionForm(code);
  if (!('form' in read)) return null;
  const { text, program, name } = read.form;
  const edits = new TextEdits();
  for (const statement of program.body) {
    if (statement.type === 'ImportDeclaration') return null;
    if (statement.type === 'ExportDefaultDeclaration') edits.replace(statement.start, statement.declaration.start, '');
  }
  walk(program, (node) => {
    countRounds(node, edits);
    return true;
  });
  const ticked = `${edits.applied(text)}\nreturn ${name};`;
  return { text: ticked, program: parsedCode(ticked).program };
}

function countRounds(node: AnyNode, edits: TextEdits): void {
  switch (node.type) {
    case 'ForStatement':
    case 'ForInStatement':
    case 'ForOfStatement':
    case 'WhileStatement':
    case 'DoWhileStatement':
      if (node.body.type === 'BlockStatement') edits.replace(node.body.start + 1, node.body.start + 1, `${tickName}();`);
      else edits.around(node.body.start, node.body.end, `{${tickName}();`, '}');
      return;
    case 'FunctionDeclaration':
    case 'FunctionExpression':
      edits.replace(node.body.start + 1, node.body.start + 1, `${tickName}();`);
      return;
    default:
  }
}
