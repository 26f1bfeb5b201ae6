import type { EnvironmentEntry, FunctionEntry, GuidanceEntry } from '../../core/library/entries/library-entry.ts';
import { newest } from '../../core/library/entries/library-entry.ts';
import type { LibraryState } from '../../core/library/entries/library-state.ts';
import type { LibraryView } from '../../core/library/entries/library-view.ts';
import type { Json } from '../../core/model/json.ts';
import type { LibraryDesk } from '../library/library-desk.ts';
import { type Tool, type ToolEnd, told, toolFailed } from '../tool.ts';
import { environmentText, functionLine, functionText, guidanceLine, guidanceWhole } from './library-texts.ts';

type Given = Readonly<Record<string, Json>>;

const mostFound = 10;
const mostListed = 200;

/** What looks into the library: functions, guidance, environments. */
export const libraryLookTools = (desk: LibraryDesk): Tool[] => [
  searchTool(desk, 'function', 'search_functions', 'Finds stored functions for a task, the best first. Say in words what is to be done.'),
  searchTool(
    desk,
    'guidance',
    'search_guidance',
    'Finds guidance (recipes, pitfalls) for a task, the best first. Say in words what it is about.',
  ),
  looking(
    desk,
    listFunctions,
    'list_functions',
    'The stored functions, a line each; with a tag, an effect class or a status only those that have it.',
    {
      tag: { type: 'string' },
      effect: { enum: ['pure', 'read', 'idempotent', 'write', 'irreversible'] },
      status: { enum: ['active', 'stale', 'archived'] },
    },
  ),
  looking(desk, listGuidance, 'list_guidance', 'The guidance, a line each; with the name of a function only what names it.', {
    function: { type: 'string' },
  }),
  {
    declaration: declared('get_function', 'A stored function whole: what it does, its schema, where it came from, its source.', named, [
      'name',
    ]),
    async perform(given) {
      const state = await desk.read();
      if (!state.ok) return toolFailed(state.failure.message);
      const entry = functionNamed(state.value, String(given.name));
      if (entry === null) return missing('function', String(given.name));
      const source = await desk.source(newest(entry));
      return source.ok ? told(functionText(entry, state.value, source.value)) : toolFailed(source.failure.message);
    },
  },
  looking(desk, getGuidance, 'get_guidance', 'A piece of guidance whole, by its id.', { id: { type: 'string' } }, ['id']),
  looking(desk, listEnvironments, 'list_environments', 'The environments: named sets of packages of npm that functions share.', {}),
  looking(desk, getEnvironment, 'get_environment', 'An environment: its packages, and which functions have it.', named, ['name']),
];

const named = { name: { type: 'string', minLength: 1 } } as const;

const declared = (name: string, description: string, properties: Json, required: readonly string[] = []) => ({
  name,
  description,
  parameters: { type: 'object', properties, required, additionalProperties: false },
});

function searchTool(desk: LibraryDesk, kind: 'function' | 'guidance', name: string, description: string): Tool {
  return {
    declaration: declared(name, description, { query: { type: 'string', minLength: 1 } }, ['query']),
    async perform({ query }, { op }) {
      const found = await desk.search(kind, String(query), mostFound, op);
      if (!found.ok) return toolFailed(found.failure.message);
      const lines = await desk.look((view) => found.value.flatMap((id) => lineOf(view, kind, id)));
      if (!lines.ok) return toolFailed(lines.failure.message);
      return told(lines.value.length === 0 ? 'Nothing was found.' : lines.value.join('\n'));
    },
  };
}

function lineOf(view: LibraryView, kind: 'function' | 'guidance', id: string): string[] {
  if (kind === 'function') {
    const entry = view.functionOf(id);
    return entry === null || entry.isDeleted ? [] : [functionLine(entry)];
  }
  const entry = view.guidanceOf(id);
  return entry === null || entry.isDeleted ? [] : [guidanceLine(entry, (each) => view.functionOf(each)?.name)];
}

const namesIn =
  ({ functions }: LibraryState) =>
  (id: string): string | undefined =>
    functions.get(id)?.name;

function looking(
  desk: LibraryDesk,
  look: (state: LibraryState, given: Given) => ToolEnd,
  name: string,
  description: string,
  properties: Json,
  required: readonly string[] = [],
): Tool {
  return {
    declaration: declared(name, description, properties, required),
    async perform(given) {
      const state = await desk.read();
      return state.ok ? look(state.value, given as Given) : toolFailed(state.failure.message);
    },
  };
}

const living = <T extends { readonly isDeleted: boolean }>(entries: ReadonlyMap<string, T>): T[] =>
  [...entries.values()].filter(({ isDeleted }) => !isDeleted);

const functionNamed = ({ functions, byName }: LibraryState, name: string): FunctionEntry | null =>
  functions.get(byName.get(name) ?? '') ?? null;

function listFunctions(state: LibraryState, { tag, effect, status = 'active' }: Given): ToolEnd {
  const fits = (entry: FunctionEntry): boolean =>
    entry.status.kind === status &&
    (tag === undefined || newest(entry).tags.includes(String(tag))) &&
    (effect === undefined || entry.effectClass === effect);
  return listed(living(state.functions).filter(fits).map(functionLine).toSorted());
}

function listGuidance(state: LibraryState, { function: name }: Given): ToolEnd {
  const id = name === undefined ? null : (state.byName.get(String(name)) ?? '');
  const fits = (entry: GuidanceEntry): boolean => id === null || entry.functionIds.includes(id);
  return listed(
    living(state.guidance)
      .filter(fits)
      .map((entry) => guidanceLine(entry, namesIn(state))),
  );
}

function getGuidance(state: LibraryState, { id }: Given): ToolEnd {
  const entry = state.guidance.get(String(id));
  return entry === undefined || entry.isDeleted ? missing('guidance', String(id)) : told(guidanceWhole(entry, namesIn(state)));
}

const listEnvironments = (state: LibraryState): ToolEnd =>
  listed(living(state.environments).map(({ name, packages }) => `- ${name}: ${packages.join(', ')}`));

function getEnvironment(state: LibraryState, { name }: Given): ToolEnd {
  const entry = state.environments.get(String(name));
  if (entry === undefined || entry.isDeleted) return missing('environment', String(name));
  return told(environmentText(entry, usersOf(state, entry)));
}

const usersOf = (state: LibraryState, { name }: EnvironmentEntry): string[] =>
  living(state.functions)
    .filter((entry) => newest(entry).environment === name)
    .map((entry) => entry.name);

function listed(lines: readonly string[]): ToolEnd {
  if (lines.length === 0) return told('There are none.');
  const more = lines.length > mostListed ? `\n… and ${lines.length - mostListed} more: search for what you need` : '';
  return told(lines.slice(0, mostListed).join('\n') + more);
}

const missing = (what: string, name: string): ToolEnd => ({
  output: `There is no ${what} ${JSON.stringify(name)}.`,
  isError: true,
  carriedOut: true,
});
