import { type FunctionDeclaration, getLineInfo, type Program } from 'acorn';
import { type ParsedCode, parsedCode } from './parsed-code.ts';
import { SyntaxFault } from './syntax-fault.ts';

/** The text of a stored function, read and not run. */
export interface FunctionForm {
  /** Of the function that it exports. */
  readonly name: string;
  /** Without types, every character where it was. */
  readonly text: string;
  readonly program: Program;
}

/** What is wrong with the text of a function; `line` and `column` from 1, null = not known. */
export type FormFault = Pick<SyntaxFault, 'message' | 'line' | 'column'>;

const wanted = 'export default async function name(input, ctx)';

/**
 * Reads the text of a stored function: a module that exports one async function of at most `(input, ctx)`, and whose top level declares and
 * does nothing else. All that is wrong is told at once.
 */
export function functionForm(code: string): { readonly form: FunctionForm } | { readonly faults: readonly FormFault[] } {
  let read: ParsedCode;
  try {
    read = parsedCode(code);
  } catch (error) {
    if (!(error instanceof SyntaxFault)) throw error;
    return { faults: [error] };
  }
  const { exported, faults } = formOf(read);
  const { text, program } = read;
  return exported?.id && faults.length === 0 ? { form: { name: exported.id.name, text, program } } : { faults };
}

/** The one async function that code exports, where it has a name; and all that is wrong with the code's form. */
export function formOf({ text, program }: ParsedCode): {
  readonly exported: FunctionDeclaration | null;
  readonly faults: readonly FormFault[];
} {
  const faults: FormFault[] = [];
  const fault = (at: number, message: string): void => {
    const { line, column } = getLineInfo(text, at);
    faults.push({ message, line, column: column + 1 });
  };
  let exported: FunctionDeclaration | null = null;
  for (const statement of program.body) {
    switch (statement.type) {
      case 'ImportDeclaration':
      case 'FunctionDeclaration':
      case 'ClassDeclaration':
      case 'EmptyStatement':
        break;
      case 'VariableDeclaration':
        if (statement.kind === 'var' || statement.kind === 'const' || statement.kind === 'let') break;
        fault(statement.start, 'the top level only declares: imports, constants, functions and classes');
        break;
      case 'ExportDefaultDeclaration': {
        const { declaration } = statement;
        if (declaration.type !== 'FunctionDeclaration' || !declaration.async || declaration.generator) {
          fault(statement.start, `what is exported must be an async function, written as ${wanted}`);
          break;
        }
        if (declaration.id) exported = declaration as FunctionDeclaration;
        else fault(statement.start, `the function has no name: ${wanted}`);
        if (declaration.params.length > 2) fault(declaration.start, `a function takes (input, ctx) and nothing else`);
        break;
      }
      case 'ExportNamedDeclaration':
      case 'ExportAllDeclaration':
        fault(statement.start, `a function's file exports the one function and nothing else: ${wanted}`);
        break;
      default:
        if (statement.type === 'ExpressionStatement' && statement.directive !== undefined) break;
        fault(statement.start, 'the top level only declares: imports, constants, functions and classes');
    }
  }
  if (!program.body.some(({ type }) => type === 'ExportDefaultDeclaration'))
    faults.push({ message: `exports no function: ${wanted}`, line: null, column: null });
  return { exported, faults };
}
