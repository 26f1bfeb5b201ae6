import { Option } from 'commander';
import { type EffectClass, effectClasses } from '../../../core/model/effect-class.ts';
import { examples } from '../cli-command.ts';
import { printRefusal } from '../print-refusal.ts';
import type { Terminal } from '../terminal.ts';
import type { LibraryCommand } from './library-command.ts';
import { printApplied } from './print-applied.ts';

interface Options {
  readonly effect?: EffectClass;
  readonly environment?: string;
  readonly archive?: true;
  readonly activate?: true;
  readonly title?: string;
  readonly json?: true;
}

export const edit: LibraryCommand = {
  register(library, terminal, done) {
    library
      .command('edit')
      .description('a new version of a function or of guidance from a file, or how it stands')
      .argument('<name>', 'of a function, or the id of guidance')
      .argument('[file]', 'its new text; sections of guidance that the file has replace those of the same heading')
      .addOption(new Option('--effect <class>', 'raise its effect class').choices(effectClasses))
      .option('--environment <name>', 'give it this environment ("none" for none)')
      .option('--archive', 'offer it to nobody any more; it is found by its name')
      .option('--activate', 'it was looked at: neither stale nor archived')
      .option('--title <title>', 'of guidance')
      .option('--json', 'one JSON object')
      .addHelpText(
        'after',
        examples([
          'pawl library edit readInvoice readInvoice.ts',
          'pawl library edit sendMail --effect irreversible',
          'pawl library edit g0a1b2c3d4e5 more.md',
        ]),
      )
      .action(async (name: string, file: string | undefined, options: Options) => done(await edited(terminal, name, file, options)));
  },
};

async function edited(terminal: Terminal, name: string, file: string | undefined, options: Options): Promise<number> {
  const json = options.json === true;
  const { effect, environment, archive, activate, title } = options;
  const asked = [file, effect, environment, archive, activate].filter((each) => each !== undefined).length;
  if (asked + (title === undefined ? 0 : 1) === 0 || asked > 1)
    return printRefusal(
      terminal,
      { code: 'cli/usage', message: 'one change at a time: a file, or one of the options', hint: 'pawl library edit --help' },
      json,
    );
  const { archiveFunction, raiseEffect, setFunctionEnvironment } = await import('../../../app/library/change-entry.ts');
  const { cwd } = terminal;
  const applied = await (effect !== undefined
    ? raiseEffect(cwd, name, effect)
    : environment !== undefined
      ? setFunctionEnvironment(cwd, name, environment === 'none' ? null : environment)
      : archive || activate
        ? archiveFunction(cwd, name, archive === true)
        : newText(terminal, name, file, title));
  return printApplied(terminal, applied, `changed ${name}`, json);
}

async function newText(terminal: Terminal, name: string, file: string | undefined, title: string | undefined) {
  const { readTexts } = await import('../../../app/library/read-texts.ts');
  const files = await readTexts(terminal.cwd, file === undefined ? [] : [file]);
  if (!files.ok) return files;
  const { editEntry } = await import('../../../app/storing/edit-entry.ts');
  return editEntry(terminal.cwd, name, { file: files.value[0] ?? null, env: terminal.env, ...(title === undefined ? {} : { title }) });
}
