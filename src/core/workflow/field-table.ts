import type { DiagnosticCode } from '../model/diagnostic.ts';

export type MapName = 'workflow' | 'budget' | 'step' | 'loop' | 'branch' | 'require';

/** What may stand for a key's value. A `text` is any scalar, by its source text: `until: yes` is "yes". */
export type FieldType =
  | { readonly kind: 'text' }
  | { readonly kind: 'choice'; readonly of: readonly string[]; readonly code: DiagnosticCode }
  | { readonly kind: 'flag' }
  | { readonly kind: 'integer'; readonly minimum: number }
  | { readonly kind: 'texts' }
  | { readonly kind: 'map'; readonly map: MapName }
  | { readonly kind: 'maps'; readonly map: MapName };

interface FieldRow {
  readonly type: FieldType;
  readonly required?: true;
  readonly doc: string;
  /** What the same thing is called elsewhere: a key of this name is unknown, and the hint names ours. */
  readonly alsoCalled?: readonly string[];
}

interface MapRow {
  /** As messages name it: `unknown key "x" in a step`. */
  readonly noun: string;
  readonly doc: string;
  readonly fields: Readonly<Record<string, FieldRow>>;
}

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
    doc: 'One step. Its body is exactly one of prompt, command and parallel.',
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
      parallel: {
        type: texts,
        doc: 'Ids of command and prompt steps to run at the same time. The walk passes over them where they stand.',
        alsoCalled: ['children', 'concurrent'],
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
        type: text,
        doc: 'Shell text. Exit 0 keeps the iteration and commits it; any other exit puts the workspace back.',
        alsoCalled: ['check', 'verify', 'test'],
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
} as const satisfies Record<MapName, MapRow>;

export type FieldTable = typeof fieldTable;

/** The table as plain rows, for code that goes through whatever keys there are. */
export const rowsOf = (map: MapName): MapRow => fieldTable[map];
