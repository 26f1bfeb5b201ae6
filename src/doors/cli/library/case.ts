import { canonicalJson } from '../../../core/model/canonical-json.ts';
import type { Json } from '../../../core/model/json.ts';
import { examples } from '../cli-command.ts';
import { printRefusal } from '../print-refusal.ts';
import type { Terminal } from '../terminal.ts';
import type { LibraryCommand } from './library-command.ts';
import { printApplied } from './print-applied.ts';

interface Options {
  readonly input?: string;
  readonly output?: string;
  readonly from?: string;
  readonly remove?: string;
  readonly json?: true;
}

export const caseCommand: LibraryCommand = {
  register(library, terminal, done) {
    library
      .command('case')
      .description('add a call of a function with what it gives, which each later version must give too')
      .argument('<name>', 'of a function')
      .option('--input <json>', 'its argument')
      .option('--output <json>', 'what it gives')
      .option(
        '--from <act>',
        'what it asks of primitives is answered from the record of this act; input and output too, where it ran there',
      )
      .option('--remove <n>', 'take the case of this number away (pawl library show NAME)')
      .option('--json', 'one JSON object')
      .addHelpText(
        'after',
        examples([
          `pawl library case addDays --input '{"day":"2026-01-31","days":1}' --output '"2026-02-01"'`,
          'pawl library case readInvoice --from 7f3k',
          'pawl library case addDays --remove 1',
        ]),
      )
      .action(async (name: string, options: Options) => done(await changed(terminal, name, options)));
  },
};

async function changed(terminal: Terminal, name: string, { input, output, from, remove, json }: Options): Promise<number> {
  const isJson = json === true;
  const wrong = (message: string, hint: string) => printRefusal(terminal, { code: 'cli/usage', message, hint }, isJson);
  if (remove !== undefined) {
    const number = Number(remove);
    if (!Number.isInteger(number) || number < 1)
      return wrong(`--remove takes a number from 1, and no "${remove}"`, 'pawl library show NAME  counts them');
    if (input ?? output ?? from) return wrong('--remove stands alone', 'add and remove one after the other');
    const { removeCase } = await import('../../../app/library/change-entry.ts');
    return printApplied(terminal, await removeCase(terminal.cwd, name, number), `took case ${number} of ${name} away`, isJson);
  }
  if (from === undefined && (input === undefined || output === undefined))
    return wrong('a case has an input and an output', `pawl library case ${name} --input JSON --output JSON, or --from ACT`);
  const [given, gives] = [parsed(input), parsed(output)];
  if (given === null) return wrong('--input is no JSON', `a text stands in quotes: --input '"a text"'`);
  if (gives === null) return wrong('--output is no JSON', `a text stands in quotes: --output '"a text"'`);
  const { addCase } = await import('../../../app/storing/add-case.ts');
  const applied = await addCase(terminal.cwd, {
    name,
    ...(given === undefined ? {} : { input: given.value }),
    ...(gives === undefined ? {} : { output: gives.value }),
    ...(from === undefined ? {} : { run: from }),
    env: terminal.env,
  });
  return printApplied(terminal, applied, `${name} has a case more`, isJson);
}

/** null = it is no JSON, also where it is none that is kept: half of a surrogate pair, too deep. */
function parsed(text: string | undefined): { readonly value: Json } | null | undefined {
  if (text === undefined) return undefined;
  try {
    const value = JSON.parse(text) as Json;
    return canonicalJson(value).ok ? { value } : null;
  } catch {
    return null;
  }
}
