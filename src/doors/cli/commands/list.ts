import { type CliCommand, examples } from '../cli-command.ts';

export const list: CliCommand = {
  register(program, terminal) {
    program
      .command('list')
      .description('the workflows that can be run here by name, each with its purpose')
      .option('--json', 'one JSON object a line')
      .addHelpText('after', examples(['pawl list']))
      .action(async (options: { json?: true }) => {
        const { listWorkflows } = await import('../../../app/workflows/list-workflows.ts');
        const rows = await listWorkflows(terminal.cwd);
        const width = Math.max(14, ...rows.map(({ name }) => name.length));
        for (const row of rows) {
          if (options.json) {
            terminal.json({ v: 1, type: 'workflow', ...row });
            continue;
          }
          const mark = row.valid ? ' ' : terminal.style('red', '✗');
          const purpose = row.description.replace(/\s+/g, ' ').trim();
          const said = [purpose, row.builtIn ? '' : terminal.style('dim', '(yours)')].filter((text) => text !== '').join('  ');
          terminal.out(`${mark} ${row.name.padEnd(width)} ${said}`);
        }
      });
  },
};
