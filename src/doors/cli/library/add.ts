import { examples } from '../cli-command.ts';
import { printRefusal } from '../print-refusal.ts';
import type { Terminal } from '../terminal.ts';
import { collected, type LibraryCommand } from './library-command.ts';
import { printApplied } from './print-applied.ts';
import { someNames } from './some-names.ts';

interface Options {
  readonly guidance?: string;
  readonly about: readonly string[];
  readonly overwrite?: true;
  readonly force?: true;
  readonly environment?: string;
  readonly tag: readonly string[];
  readonly json?: true;
}

export const add: LibraryCommand = {
  register(library, terminal, done) {
    library
      .command('add')
      .description('store functions from their files, or with --guidance what one should know')
      .argument('<file...>', 'TypeScript: export default async function name(input, ctx); or Markdown')
      .option('--guidance <title>', 'the file is guidance, under this title')
      .option('--about <function>', 'with --guidance: a function that it is about (again for more)', collected, [])
      .option('--overwrite', 'functions that are there get a new version')
      .option('--force', 'although there is a duplicate')
      .option('--environment <name>', 'where their packages come from (pawl library env)')
      .option('--tag <tag>', 'to find them by (again for more)', collected, [])
      .option('--json', 'one JSON object')
      .addHelpText(
        'after',
        examples([
          'pawl library add functions/readInvoice.ts',
          'pawl library add one.ts two.ts --tag invoices',
          'pawl library add pitfalls.md --guidance "Invoices of 2024" --about readInvoice',
        ]),
      )
      .action(async (files: string[], options: Options) => done(await added(terminal, files, options)));
  },
};

async function added(terminal: Terminal, paths: readonly string[], options: Options): Promise<number> {
  const json = options.json === true;
  const { readTexts } = await import('../../../app/library/read-texts.ts');
  const files = await readTexts(terminal.cwd, paths);
  if (!files.ok) return printRefusal(terminal, files.failure, json);
  if (options.guidance !== undefined) {
    const { addGuidance } = await import('../../../app/library/add-guidance.ts');
    const text = files.value.map(({ source }) => source).join('\n\n');
    const applied = await addGuidance(terminal.cwd, { title: options.guidance, text, functions: options.about });
    return printApplied(terminal, applied, `stored the guidance "${options.guidance}"`, json);
  }
  const { addFunctions } = await import('../../../app/storing/add-functions.ts');
  const { overwrite, force, environment, tag } = options;
  const applied = await addFunctions(terminal.cwd, {
    files: files.value,
    overwrite: overwrite === true,
    force: force === true,
    environment: environment ?? null,
    tags: tag,
    env: terminal.env,
  });
  return printApplied(terminal, applied, applied.ok ? `stored ${someNames(applied.value.names)}` : '', json);
}
