import type { InitFile } from '../../../app/setup/init-project.ts';
import type { Refusal } from '../../../core/model/refusal.ts';
import type { Result } from '../../../core/model/result.ts';
import { type CliCommand, examples } from '../cli-command.ts';
import { printRefusal } from '../print-refusal.ts';
import type { Terminal } from '../terminal.ts';

interface Options {
  readonly agent?: string;
  readonly force?: true;
  readonly json?: true;
}

export const init: CliCommand = {
  register(program, terminal, done) {
    program
      .command('init')
      .description('copy a built-in workflow to edit, or write what makes an agent know Pawl')
      .argument('[workflow]', 'the one to copy to pawl/NAME.yml; without it, what can be copied')
      .option('--agent <name>', 'write commands and a skill for this agent: claude')
      .option('--force', 'with --agent: overwrite files that differ')
      .option('--json', 'one JSON object a line')
      .addHelpText('after', examples(['pawl init', 'pawl init self-test', 'pawl init --agent claude']))
      .action(async (workflow: string | undefined, options: Options) => {
        const json = options.json === true;
        const wrong = misuse(workflow, options);
        if (wrong !== null) return done(printRefusal(terminal, wrong, json));
        const { copyWorkflow, listTemplates, writeAgentFiles } = await import('../../../app/setup/init-project.ts');
        if (options.agent !== undefined) {
          const next = 'Restart the agent in this folder; then  /self-test npm test  runs the workflow there.';
          return done(printFiles(terminal, await writeAgentFiles(terminal.cwd, options.agent, options.force === true), next, json));
        }
        if (workflow !== undefined) {
          const next = `Edit it; then  pawl run ${workflow}  runs it instead of the built-in one.`;
          return done(printFiles(terminal, await copyWorkflow(terminal.cwd, workflow), next, json));
        }
        for (const template of await listTemplates(terminal.cwd)) {
          if (json) terminal.json({ v: 1, type: 'template', ...template });
          else
            terminal.out(
              `  ${template.name.padEnd(14)} ${template.description}${template.copied ? terminal.style('dim', '  (copied)') : ''}`,
            );
        }
        if (!json)
          terminal.out('\npawl init NAME  copies one to pawl/NAME.yml; pawl init --agent claude  writes commands for Claude Code.');
      });
  },
};

function misuse(workflow: string | undefined, { agent, force }: Options): Refusal | null {
  if (agent !== undefined && workflow !== undefined) {
    return {
      code: 'cli/usage',
      message: 'either a workflow is copied or files for an agent are written, not both',
      hint: 'pawl init --help',
    };
  }
  if (force && agent === undefined) {
    return {
      code: 'cli/usage',
      message: 'a workflow of yours is never overwritten, so --force goes with --agent only',
      hint: 'move the file away first',
    };
  }
  return null;
}

function printFiles(terminal: Terminal, files: Result<InitFile[], Refusal>, next: string, json: boolean): number {
  if (!files.ok) return printRefusal(terminal, files.failure, json);
  for (const file of files.value) {
    if (json) terminal.json({ v: 1, type: 'init.file', ...file });
    else
      terminal.out(`${terminal.style('green', '✓')} ${file.path}${file.what === 'written' ? '' : terminal.style('dim', `  ${file.what}`)}`);
  }
  if (!json) terminal.out(`\n${next}`);
  return 0;
}
