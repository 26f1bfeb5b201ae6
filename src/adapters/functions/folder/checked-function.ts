import { schemaFaults } from '../../../core/effects/schema-check.ts';
import type { Json } from '../../../core/model/json.ts';
import type { StoredFunction } from '../../../ports/functions.ts';
import { functionForm } from '../../../source/function-form.ts';
import { namedTexts } from '../../../source/named-texts.ts';

export interface FunctionFiles {
  /** As the file is called. */
  readonly name: string;
  readonly code: string;
  readonly codeFile: string;
  /** null where it is missing, which is told already. */
  readonly schema: string | null;
  readonly schemaFile: string;
}

interface Checked {
  readonly faults: readonly string[];
  /** Of use where there are no faults. */
  readonly described: Pick<StoredFunction, 'description' | 'input' | 'calls'>;
}

/** It goes through the journal and to the sandbox whole. */
const longestChars = 256 * 1024;

/** What is wrong with a function's files: all at once, each with its place. */
export function checkedFunction({ name, code, codeFile, schema, schemaFile }: FunctionFiles): Checked {
  const faults: string[] = [];
  if (!/^[A-Za-z_]\w*$/.test(name)) faults.push(`${codeFile}: its name must be one of a function: letters, digits and _`);
  if (code.length > longestChars) faults.push(`${codeFile}: has ${code.length} characters, and may have ${longestChars}`);
  const read = functionForm(code);
  if ('faults' in read)
    for (const { message, line, column } of read.faults)
      faults.push(`${codeFile}${line === null ? '' : `:${line}:${column ?? 1}`}: ${message}`);
  else if (read.form.name !== name)
    faults.push(`${codeFile}: the function in it is called ${read.form.name}, and must be called ${name} as the file is`);
  const input = schema === null ? null : parsed(schema, schemaFile, faults);
  const { description } = (input ?? {}) as { description?: unknown };
  const isDescribed = typeof description === 'string' && description.trim() !== '';
  if (input !== null && !isDescribed)
    faults.push(`${schemaFile}: description must say what the function does, in a sentence that a model reads`);
  const calls = 'faults' in read ? [] : namedTexts(read.form.program).filter((each) => each !== name);
  return { faults, described: { description: isDescribed ? description : '', input, calls } };
}

function parsed(text: string, file: string, faults: string[]): Json {
  let schema: Json;
  try {
    schema = JSON.parse(text) as Json;
  } catch (error) {
    faults.push(`${file}: is no JSON: ${(error as Error).message}`);
    return null;
  }
  const wrong = schemaFaults(schema);
  faults.push(...wrong.map((fault) => `${file}: ${fault}`));
  return wrong.length > 0 || typeof schema !== 'object' ? null : schema;
}
