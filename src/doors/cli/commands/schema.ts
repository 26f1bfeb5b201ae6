import { Argument } from 'commander';
import { type CliCommand, examples } from '../cli-command.ts';

export const schema: CliCommand = {
  register(program, terminal) {
    program
      .command('schema')
      .description('print the JSON Schema of workflow files, or of pawl.yml, for editors')
      .addArgument(new Argument('[file]', 'what kind of file').choices(['workflow', 'pawl.yml']).default('workflow'))
      .option('--json', 'the same: the schema is JSON')
      .addHelpText(
        'after',
        examples([
          'pawl schema > workflow.schema.json',
          'pawl schema pawl.yml > pawl.schema.json',
          '# then, as the first line of such a file:',
          '# yaml-language-server: $schema=workflow.schema.json',
        ]),
      )
      .action(async (file: 'workflow' | 'pawl.yml') => {
        const { fileSchema } = await import('../../../app/workflows/file-schema.ts');
        terminal.out(JSON.stringify(fileSchema(file), null, 2));
      });
  },
};
