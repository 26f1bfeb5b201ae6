import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Option } from 'commander';
import type { ActOptions } from '../../../app/act/act-options.ts';
import type { Json } from '../../../core/model/json.ts';
import type { Refusal } from '../../../core/model/refusal.ts';
import { fail, ok, type Result } from '../../../core/model/result.ts';
import { followAct } from '../act/follow-act.ts';
import { type CliCommand, examples } from '../cli-command.ts';
import { printRefusal } from '../print-refusal.ts';
import type { Terminal } from '../terminal.ts';

interface Options {
  readonly entrypoint?: string;
  readonly args?: string;
  readonly model?: string;
  readonly script?: string;
  readonly guidelines?: string;
  readonly schema?: string;
  readonly turns?: string;
  readonly wallClock?: string;
  readonly codeTimeout?: string;
  readonly budget?: string;
  readonly tokens?: string;
  readonly persist?: true;
  readonly store: boolean;
  readonly compose: boolean;
  readonly sandbox?: 'strict' | 'weak';
  readonly json?: true;
}

export const act: CliCommand = {
  register(program, terminal, done) {
    program
      .command('act')
      .description('give a task to a model that acts by writing code, in a sandbox, through calls that are all written down')
      .argument('[task]', 'what is to be done; may be left out with --entrypoint')
      .option('--entrypoint <name>', 'run this stored function, with no model; where it fails, the model takes over')
      .option('--args <json>', 'its one argument')
      .option('--model <name>', 'a tier of pawl.yml (smart, general, fast) or a model (default: smart, else what a key is found for)')
      .option('--script <file>', 'the replies of a scripted model (no model is asked)')
      .option('--guidelines <text>', 'how it is to work')
      .option('--schema <file>', 'a JSON Schema of the answer, which is JSON then')
      .option('--turns <n>', 'end after so many turns of the model (default: 60)')
      .option('--wall-clock <duration>', 'end after so long (default: 30m)')
      .option('--code-timeout <duration>', 'for each piece of code (default: 1h)')
      .option('--budget <usd>', 'end when so many dollars are spent (default: 2)')
      .option('--tokens <n>', 'end when so many tokens are used')
      .option('--persist', 'stay after the answer and wait to be told more (pawl say), until it is stopped')
      .option('--no-compose', 'let it write no code, only run stored functions')
      .option('--no-store', 'let it put nothing into the library')
      .addOption(new Option('--sandbox <how>', 'weak: run code although a layer of isolation is missing here').choices(['strict', 'weak']))
      .option('--json', 'one JSON object a line')
      .addHelpText(
        'after',
        examples([
          'pawl act "count the TODO comments in src and write them to todo.md"',
          'pawl act "which documents are here?" --script examples/first-act.yml      # no model: a script',
          'pawl act "which of our dependencies have no licence file?" --schema answer.schema.json --json',
          `pawl act --entrypoint total --args '{"file": "numbers.txt"}'`,
          'pawl act "tidy the changelog" --budget 0.50 --guidelines "keep the tone"',
        ]),
      )
      .action(async (task: string | undefined, options: Options) => {
        const json = options.json === true;
        const request = await requestOf(terminal, options);
        done(request.ok ? await followAct(terminal, task ?? '', request.value, json) : printRefusal(terminal, request.failure, json));
      });
  },
};

const usage = (message: string, hint: string): Result<never, Refusal> => fail({ code: 'cli/usage', message, hint });

async function requestOf(terminal: Terminal, options: Options): Promise<Result<ActOptions, Refusal>> {
  const { model, script, guidelines, turns, wallClock, codeTimeout, budget, tokens } = options;
  for (const [name, given] of Object.entries({ turns, budget, tokens }))
    if (given !== undefined && !(Number(given) > 0))
      return usage(`--${name} is a number above zero, not "${given}"`, 'leave it out for the default');
  const schema = options.schema === undefined ? ok(undefined) : await schemaOf(terminal, options.schema);
  if (!schema.ok) return schema;
  const args = options.args === undefined ? ok(undefined) : argsOf(options.args);
  if (!args.ok) return args;
  return ok({
    cwd: terminal.cwd,
    env: terminal.env,
    canStore: options.store,
    canCompose: options.compose,
    persist: options.persist === true,
    limits: {
      ...(turns === undefined ? {} : { turns: Number(turns) }),
      ...(wallClock === undefined ? {} : { wallClock }),
      ...(codeTimeout === undefined ? {} : { codeTimeout }),
      ...(budget === undefined ? {} : { budgetUsd: Number(budget) }),
      ...(tokens === undefined ? {} : { tokens: Number(tokens) }),
    },
    ...(options.sandbox === undefined ? {} : { sandbox: options.sandbox }),
    ...(options.entrypoint === undefined ? {} : { entrypoint: options.entrypoint }),
    ...(args.value === undefined ? {} : { args: args.value }),
    ...(model === undefined ? {} : { model }),
    ...(script === undefined ? {} : { script }),
    ...(guidelines === undefined ? {} : { guidelines }),
    ...(schema.value === undefined ? {} : { responseSchema: schema.value }),
  });
}

function argsOf(text: string): Result<Json, Refusal> {
  try {
    return ok(JSON.parse(text) as Json);
  } catch (error) {
    return usage(`--args is no JSON: ${(error as Error).message}`, `for example --args '{"file": "numbers.txt"}'`);
  }
}

async function schemaOf(terminal: Terminal, file: string): Promise<Result<Json, Refusal>> {
  try {
    return ok(JSON.parse(await readFile(resolve(terminal.cwd, file), 'utf8')) as Json);
  } catch (error) {
    return usage(`the schema ${file} cannot be read: ${(error as Error).message}`, 'give the path of a file with a JSON Schema');
  }
}
