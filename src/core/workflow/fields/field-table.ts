import type { DiagnosticCode } from '../../model/diagnostic.ts';

export type MapName = 'workflow' | 'budget' | 'step' | 'retry' | 'foreach' | 'output' | 'loop' | 'gate' | 'branch' | 'require';

/** What may stand for a key's value. A `text` is any scalar, by its source text: `until: yes` is "yes". */
export type FieldType<Name extends string = string> =
  | { readonly kind: 'text' }
  | { readonly kind: 'choice'; readonly of: readonly string[]; readonly code: DiagnosticCode }
  | { readonly kind: 'flag' }
  | { readonly kind: 'integer'; readonly minimum: number }
  | { readonly kind: 'number'; readonly minimum: number }
  | { readonly kind: 'duration' }
  | { readonly kind: 'texts' }
  /** One text that names something, or a list of texts that stands for itself. */
  | { readonly kind: 'textOrTexts' }
  /** A map of names that the author chooses, each with a text. */
  | { readonly kind: 'textMap' }
  /** Any map that JSON can hold. */
  | { readonly kind: 'json' }
  /** `short`: the key that is meant where a scalar stands for the whole map. */
  | { readonly kind: 'map'; readonly map: Name; readonly short?: string }
  | { readonly kind: 'maps'; readonly map: Name }
  /** Maps by names that the author chooses; `of` is what they name. */
  | { readonly kind: 'namedMaps'; readonly map: Name; readonly of: string };

export interface FieldRow<Name extends string = string> {
  readonly type: FieldType<Name>;
  readonly required?: true;
  readonly doc: string;
  /** What the same thing is called elsewhere: a key of this name is unknown, and the hint names ours. */
  readonly alsoCalled?: readonly string[];
}

export interface MapRow<Name extends string = string> {
  /** As messages name it: `unknown key "x" in a step`. */
  readonly noun: string;
  readonly doc: string;
  readonly fields: Readonly<Record<string, FieldRow<Name>>>;
}

/** The maps that a kind of file may hold, by name. */
export type Table = Readonly<Record<string, MapRow>>;

const text = { kind: 'text' } as const;
const texts = { kind: 'texts' } as const;
const enforce = { kind: 'choice', of: ['hard', 'soft'], code: 'workflow/invalid-enforce' } as const;

/**
 * The one table of what a workflow file may say. It drives the reading, the hints and the JSON Schema, so that they cannot
 * disagree.
 */
export const fieldTable = {
  workflow: {
    noun: 'the workflow',
    doc: 'A procedure for agents: steps that run in the order of the file unless a branch says otherwise.',
    fields: {
      name: {
        type: text,
        required: true,
        doc: 'What the workflow is called. Commits and the branch of a run are named after it.',
        alsoCalled: ['title', 'workflow'],
      },
      description: { type: text, doc: 'One sentence on what it is for.' },
      budget: { type: { kind: 'map', map: 'budget' }, doc: 'What a run may use.' },
      steps: {
        type: { kind: 'maps', map: 'step' },
        required: true,
        doc: 'At least one step. The walk goes through them from top to bottom.',
        alsoCalled: ['jobs', 'tasks', 'stages', 'nodes'],
      },
      enforce: { type: enforce, doc: 'How strictly a host holds its agent to the steps; hard where nothing is said.' },
      branch: {
        type: { kind: 'flag' },
        doc: 'Whether kept iterations go to a git branch of the run (the default) or, with false, to where you are.',
      },
      principles: { type: texts, doc: 'Rules that every prompt step is given along with its prompt.', alsoCalled: ['rules'] },
    },
  },
  budget: {
    noun: 'the budget',
    doc: 'What a run may use. It is looked at before every step and every iteration.',
    fields: {
      limit: {
        type: { kind: 'integer', minimum: 0 },
        doc: 'Tokens, in and out together; 0 is no limit.',
        alsoCalled: ['tokens', 'max', 'max_tokens'],
      },
      downgrade: { type: text, doc: 'The model tier to use once 80 % of the limit is used up.' },
    },
  },
  step: {
    noun: 'a step',
    doc: 'One step. Its body is exactly one of prompt, command, function, parallel, approve and workflow.',
    fields: {
      id: {
        type: text,
        required: true,
        doc: 'How other steps call it. Its output is {{id}} in prompts and $PAWL_OUT_ID in commands.',
        alsoCalled: ['name', 'key'],
      },
      prompt: {
        type: text,
        doc: 'The text for the agent. {{input}} and {{step-id}} are filled in, each once; unknown names stay as they are.',
        alsoCalled: ['ask', 'instructions', 'message', 'text'],
      },
      command: {
        type: text,
        doc: 'Shell text for sh -c. It reads values from its environment ($PAWL_INPUT, $PAWL_OUT_…), never from braces.',
        alsoCalled: ['run', 'cmd', 'script', 'shell', 'exec'],
      },
      function: {
        type: text,
        doc: 'The name of a stored function, which is run without a model; name@digest where it must be just that one.',
        alsoCalled: ['fn', 'func'],
      },
      args: {
        type: { kind: 'json' },
        doc: 'The one argument of the function. {{input}} and {{step-id}} are filled in; "{{step-id.json}}" is the value itself.',
        alsoCalled: ['arguments', 'with', 'inputs', 'params', 'parameters'],
      },
      parallel: {
        type: texts,
        doc: 'Ids of command, prompt and function steps to run at the same time. The walk passes over them where they stand.',
        alsoCalled: ['children', 'concurrent'],
      },
      approve: {
        type: text,
        doc: 'A question to a person. The run waits for the answer, as long as it takes; nothing else answers it.',
        alsoCalled: ['approval', 'confirm', 'question'],
      },
      workflow: {
        type: text,
        doc: 'A workflow file, relative to the folder of this one. It runs as a run within the run, with the same input.',
        alsoCalled: ['uses', 'call', 'include'],
      },
      model: { type: text, doc: 'A tier (smart, general, fast) or the name of a model.', alsoCalled: ['tier'] },
      expect: {
        type: { kind: 'choice', of: ['success', 'failure'], code: 'workflow/invalid-expect' },
        doc: 'How the command has to exit. Without it any exit is only information.',
      },
      loop: { type: { kind: 'map', map: 'loop' }, doc: 'Repeats the prompt.', alsoCalled: ['repeat'] },
      branch: {
        type: { kind: 'maps', map: 'branch' },
        doc: 'Where to go on after this step. The first entry whose word stands in the output wins.',
        alsoCalled: ['branches', 'switch'],
      },
      require: {
        type: { kind: 'map', map: 'require' },
        doc: 'What the output has to be like; else the step fails.',
        alsoCalled: ['assert'],
      },
      principles: { type: texts, doc: "Rules for this step, in place of the workflow's.", alsoCalled: ['rules'] },
      enforce: { type: enforce, doc: "How strictly a host holds its agent to this step, in place of the workflow's." },
      timeout: {
        type: { kind: 'duration' },
        doc: 'How long each command, gate, call and function of the step may take, such as 90s, 5m or 1.5h.',
        alsoCalled: ['timeout_minutes', 'timeout_seconds', 'timeout_ms', 'time_limit', 'deadline'],
      },
      retry: {
        type: { kind: 'map', map: 'retry', short: 'max' },
        doc: 'Tries again where the command, the call or the function fails; a reply or a try that is refused is no such failure. A number stands for max.',
        alsoCalled: ['retries', 'attempts'],
      },
      foreach: {
        type: { kind: 'map', map: 'foreach' },
        doc: 'Does the step once for each item, which is {{item}} in its prompt or args and $PAWL_ITEM in its command.',
        alsoCalled: ['for_each', 'for', 'each', 'matrix', 'with_items'],
      },
      output: {
        type: { kind: 'map', map: 'output' },
        doc: 'The form that the reply, or what the function gives, has to have.',
        alsoCalled: ['outputs', 'response_format'],
      },
      isolate: {
        type: { kind: 'choice', of: ['worktree'], code: 'workflow/invalid-isolate' },
        doc: 'With worktree the step works in a work tree of its own; its changes are merged back.',
        alsoCalled: ['isolation', 'worktree', 'sandbox'],
      },
      env: {
        type: { kind: 'textMap' },
        doc: 'Variables for the environment of its commands, its gate, its agent and the commands of its function.',
        alsoCalled: ['environment', 'variables', 'vars'],
      },
      secrets: {
        type: texts,
        doc: 'Names of secrets that this step alone gets in its environment, and its function by ctx.secret. Their values are never written down.',
        alsoCalled: ['secret'],
      },
      snapshot: {
        type: { kind: 'flag' },
        doc: 'With true the work tree is recorded before the command or the function, and put back where it fails or before it is tried again.',
        alsoCalled: ['checkpoint', 'restore'],
      },
    },
  },
  retry: {
    noun: 'a retry',
    doc: 'How often to try again, and after how long.',
    fields: {
      max: {
        type: { kind: 'integer', minimum: 1 },
        doc: 'Tries after the first; 1 where nothing is said.',
        alsoCalled: ['max_retries', 'retries', 'times', 'count', 'limit'],
      },
      backoff: {
        type: { kind: 'duration' },
        doc: 'The pause before the first of them, doubled for each further one; 1s where nothing is said.',
        alsoCalled: ['delay', 'wait', 'interval', 'pause'],
      },
    },
  },
  foreach: {
    noun: 'a foreach',
    doc: 'Over what the step is repeated, and how many at once.',
    fields: {
      items: {
        type: { kind: 'textOrTexts' },
        required: true,
        doc: 'The id of an earlier step, whose output is a JSON list or else taken line by line; or a list as it stands.',
        alsoCalled: ['in', 'of', 'list', 'over', 'from', 'values'],
      },
      max_parallel: {
        type: { kind: 'integer', minimum: 1 },
        doc: 'So many at the same time; 1 where nothing is said.',
        alsoCalled: ['parallel', 'concurrency', 'max_concurrency', 'jobs'],
      },
    },
  },
  output: {
    noun: 'an output',
    doc: 'The form of a reply.',
    fields: {
      schema: {
        type: { kind: 'json' },
        required: true,
        doc: 'A JSON Schema (draft 2020-12). The reply has to be JSON that meets it, and is asked for again where it does not; so has the result of a function, which else fails.',
        alsoCalled: ['json_schema', 'json', 'type'],
      },
    },
  },
  loop: {
    noun: 'a loop',
    doc: 'Repeats a prompt: each time the reply is checked, then the gate, and what does not pass is put back.',
    fields: {
      max: {
        type: { kind: 'integer', minimum: 1 },
        doc: 'At most so many iterations; 1 where nothing is said.',
        alsoCalled: ['max_iterations', 'iterations', 'times', 'limit'],
      },
      until: { type: text, doc: 'A word; a kept reply that has it, as a whole word in any letter case, ends the loop.' },
      gate: {
        type: { kind: 'map', map: 'gate', short: 'command' },
        doc: 'Shell text. Exit 0 keeps the iteration and commits it; any other exit puts the workspace back. Or a map, to measure.',
        alsoCalled: ['check', 'verify', 'test'],
      },
    },
  },
  gate: {
    noun: 'a gate',
    doc: 'A command that decides what is kept, by its exit code or by the last number that it prints.',
    fields: {
      command: { type: text, required: true, doc: 'Shell text.', alsoCalled: ['run', 'cmd', 'script', 'shell', 'check', 'test'] },
      measure: {
        type: { kind: 'choice', of: ['lower', 'higher'], code: 'workflow/invalid-measure' },
        doc: 'Which is better. What is not worse than the best number kept so far is kept.',
        alsoCalled: ['metric', 'better', 'direction'],
      },
      tolerance: {
        type: { kind: 'number', minimum: 0 },
        doc: 'How much worse than the best still counts as not worse; 0 where nothing is said.',
        alsoCalled: ['slack', 'margin', 'epsilon'],
      },
    },
  },
  branch: {
    noun: 'a branch entry',
    doc: 'One way on.',
    fields: {
      when: {
        type: text,
        required: true,
        doc: 'A word that the output must have, as a whole word in any letter case.',
        alsoCalled: ['if', 'match'],
      },
      goto: {
        type: text,
        required: true,
        doc: 'The id of the step to go on with; end ends the run.',
        alsoCalled: ['to', 'then', 'next', 'target'],
      },
    },
  },
  require: {
    noun: 'a require',
    doc: 'Checks on the output, at least one. All have to be met.',
    fields: {
      non_empty: { type: { kind: 'flag' }, doc: 'More than blanks.' },
      contains: { type: texts, doc: 'Texts that all have to be in it, in exactly this letter case.', alsoCalled: ['includes'] },
      until: { type: text, doc: 'A word that has to be in it, as a whole word in any letter case.' },
      last_line_regex: {
        type: text,
        doc: 'A pattern in RE2 syntax that the last line that is not blank has to match.',
        alsoCalled: ['regex', 'pattern', 'matches'],
      },
    },
  },
} as const satisfies Record<MapName, MapRow<MapName>>;

export type FieldTable = typeof fieldTable;

/** A map of a table as plain rows, for code that goes through whatever keys there are. */
export const rowsOf = (table: Table, map: string): MapRow => table[map] as MapRow;
