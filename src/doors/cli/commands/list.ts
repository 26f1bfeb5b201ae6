import { type CliCommand, examples } from '../cli-command.ts';

export const list: CliCommand = {
  register(program, terminal) {
    program
      .command('list')
      .description('the workflows that can be run here by name, each with its purpose')
      .option('--json', 'one JSON object a line')
      .addHelpText('after', examples(['pawl list']))
      .action(async (options: { json?: true }) => {
        const { listWorkflows } = await import('../../../app/list-workflows.ts');
        for (const row of await listWorkflows(terminal.cwd)) {
          if (options.json) {
            terminal.json({ v: 1, type: 'workflow', ...row });
            continue;
          }
          const mark = row.valid ? ' ' : terminal.style('red', '✗');
          terminal.out(`${mark} ${row.name.padEnd(14)} ${row.description}${row.builtIn ? '' : terminal.style('dim', '  (yours)')}`);
        }
      });
  },
};
