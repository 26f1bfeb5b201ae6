import type { GuidanceDelta, LibraryEdit } from '../../core/library/edits/library-edit.ts';
import { readSections } from '../../core/library/entries/guidance-sections.ts';
import type { GuidanceSection } from '../../core/library/entries/library-entry.ts';
import type { Json } from '../../core/model/json.ts';
import type { LibraryDesk, WrittenFunction } from '../library/library-desk.ts';
import { type Tool, type ToolContext, type ToolEnd, told } from '../tool.ts';

type Given = Readonly<Record<string, Json>>;

/** What changes the library. Which of them an act has is said in `core/act/permitted-tools.ts`. */
export const libraryChangeTools = (desk: LibraryDesk): Tool[] => [
  ...functionTools(desk),
  ...guidanceTools(desk),
  ...environmentTools(desk),
];

const functionTools = (desk: LibraryDesk): Tool[] => [
  tool(
    'add_function',
    'Stores a new function: a file of TypeScript with one `export default async function name(input, ctx)`.',
    functionFields,
    ['source'],
    (given, context) => storeFunction(desk, written(given, false), context),
  ),
  tool(
    'update_function',
    'Stores a new version of a function: the same name, what was there stays as the version before.',
    functionFields,
    ['source'],
    (given, context) => storeFunction(desk, written(given, true), context),
  ),
  tool(
    'delete_function',
    'Deletes a stored function; a person can restore it. Refused where others refer to it, unless cascade, which deletes those too.',
    { name: text, cascade: { type: 'boolean' } },
    ['name'],
    ({ name, cascade }, { op }) => changed(desk, { kind: 'delete_function', name: String(name), cascade: cascade === true }, op),
  ),
  tool(
    'add_case',
    'Stores a call of a function with what it gave, which later versions must give too. It is tried at once: what the code asks of primitives is answered from the record of the act alone.',
    { name: text, input: {}, output: {} },
    ['name', 'input', 'output'],
    async ({ name, input = null, output = null }, { op, signal }) => {
      const edit = await desk.recordedCase({ name: String(name), input, output }, signal);
      return edit.ok ? changed(desk, edit.value, op, [], signal) : refused(edit.failure);
    },
  ),
];

const guidanceTools = (desk: LibraryDesk): Tool[] => [
  tool(
    'add_guidance',
    'Stores guidance under a title: Markdown, in sections with headings of the form "## …". `functions` names those that it is about.',
    { title: text, content: text, functions: texts },
    ['title', 'content'],
    ({ title, content, functions = [] }, { op }) =>
      changed(
        desk,
        { kind: 'add_guidance', title: String(title), sections: readSections(String(content)), functions: strings(functions) },
        op,
      ),
  ),
  tool(
    'update_guidance',
    'Changes guidance by sections: replaces, adds or removes those that are named; the others stay as they are.',
    { id: text, title: text, replace: sections, add: sections, remove: texts, functions: texts },
    ['id'],
    (given, { op }) => changed(desk, { kind: 'update_guidance', id: String(given.id), delta: deltaOf(given) }, op),
  ),
  tool('delete_guidance', 'Deletes guidance, by its id; a person can restore it.', { id: text }, ['id'], ({ id }, { op }) =>
    changed(desk, { kind: 'delete_guidance', id: String(id) }, op),
  ),
];

const environmentTools = (desk: LibraryDesk): Tool[] => [
  tool(
    'add_environment',
    'Makes a set of packages of npm that functions can have; install scripts are not run.',
    environmentFields,
    ['name', 'packages'],
    (given, context) => storeEnvironment(desk, given, false, context),
  ),
  tool(
    'update_environment',
    'Puts other packages into an environment: a new version of it.',
    environmentFields,
    ['name', 'packages'],
    (given, context) => storeEnvironment(desk, given, true, context),
  ),
  tool('delete_environment', 'Deletes an environment that no function has.', { name: text }, ['name'], ({ name }, { op }) =>
    changed(desk, { kind: 'delete_environment', name: String(name) }, op),
  ),
  tool(
    'set_function_environment',
    'Gives a function another environment; without one it has none.',
    { name: text, environment: text },
    ['name'],
    ({ name, environment = null }, { op }) =>
      changed(desk, { kind: 'set_environment', name: String(name), environment: environment === null ? null : String(environment) }, op),
  ),
];

const text = { type: 'string', minLength: 1 } as const;
const texts = { type: 'array', items: { type: 'string' } } as const;
const sections = {
  type: 'array',
  items: {
    type: 'object',
    properties: { heading: { type: 'string' }, text: { type: 'string' } },
    required: ['heading', 'text'],
    additionalProperties: false,
  },
} as const;

const functionFields = {
  source: { type: 'string', minLength: 1 },
  environment: { type: 'string', description: 'where it imports packages of npm' },
  tags: texts,
  parents: { ...texts, description: 'names of functions that it is made of' },
  force: { type: 'boolean', description: 'although there is one that does the same' },
} as const;

const environmentFields = { name: text, packages: { ...texts, minItems: 1, description: 'name@1.2.3' } } as const;

function tool(
  name: string,
  description: string,
  properties: Json,
  required: readonly string[],
  perform: (given: Given, context: ToolContext) => Promise<ToolEnd>,
): Tool {
  return {
    declaration: { name, description, parameters: { type: 'object', properties, required, additionalProperties: false } },
    perform: (given, context) => perform(given as Given, context),
  };
}

const strings = (given: Json): string[] => (given as readonly Json[]).map(String);

const written = ({ source, environment = null, tags = [], parents = [], force }: Given, isNewVersion: boolean): WrittenFunction => ({
  source: String(source),
  isNewVersion,
  force: force === true,
  environment: environment === null ? null : String(environment),
  tags: strings(tags),
  parents: strings(parents),
});

function deltaOf({ title, replace, add, remove, functions }: Given): GuidanceDelta {
  return {
    ...(title === undefined ? {} : { title: String(title) }),
    ...(replace === undefined ? {} : { replace: replace as unknown as readonly GuidanceSection[] }),
    ...(add === undefined ? {} : { add: add as unknown as readonly GuidanceSection[] }),
    ...(remove === undefined ? {} : { remove: strings(remove) }),
    ...(functions === undefined ? {} : { functions: strings(functions) }),
  };
}

async function storeFunction(desk: LibraryDesk, asked: WrittenFunction, { op, signal }: ToolContext): Promise<ToolEnd> {
  const read = await desk.candidate(asked);
  return read.ok ? changed(desk, read.value.edit, op, read.value.remarks, signal) : refused(read.failure);
}

async function storeEnvironment(
  desk: LibraryDesk,
  { name, packages = [] }: Given,
  isNewVersion: boolean,
  { op, signal }: ToolContext,
): Promise<ToolEnd> {
  const edit = await desk.environment({ name: String(name), packages: strings(packages), isNewVersion }, signal);
  return edit.ok ? changed(desk, edit.value, op, [], signal) : refused(edit.failure);
}

async function changed(
  desk: LibraryDesk,
  edit: LibraryEdit,
  op: number,
  before: readonly string[] = [],
  signal?: AbortSignal,
): Promise<ToolEnd> {
  const done = await desk.change(edit, op, signal);
  if (!done.ok) return refused(done.failure);
  const { remarks, id, isStaged } = done.value;
  const words = [isStaged ? 'Noted: it is stored with everything else when you have given your summary.' : 'Stored.'];
  if (id !== null) words.push(`Its id is ${id}.`);
  const output = [words.join(' '), ...before, ...remarks].join('\n');
  return isStaged ? { ...told(output), staged: edit } : told(output);
}

/** A refusal is an answer like any other: the model mends what it wrote. */
const refused = (why: string): ToolEnd => ({ output: why, isError: true, carriedOut: true });
