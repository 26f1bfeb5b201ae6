import { type CliCommand, examples } from '../cli-command.ts';

export const schema: CliCommand = {
  register(program, terminal) {
    program
      .command('schema')
      .description('print the JSON Schema of workflow files, for editors')
      .option('--json', 'the same: the schema is JSON')
      .addHelpText(
        'after',
        examples([
          'pawl schema > workflow.schema.json',
          '# then, as the first line of a workflow file:',
          '# yaml-language-server: $schema=workflow.schema.json',
        ]),
      )
      .action(async () => {
        const { workflowSchema } = await import('../../../app/workflow-schema.ts');
        terminal.out(JSON.stringify(workflowSchema(), null, 2));
      });
  },
};
