import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import type { CallProblem, TurnCall } from '../events/act-event.ts';
import { canonicalJson } from '../model/canonical-json.ts';
import type { Finish, ToolCall, ToolDeclaration } from '../model/conversation.ts';
import { digestOf } from '../model/digest.ts';
import type { Json } from '../model/json.ts';
import { quoted } from '../model/shown-text.ts';

/** A call as it is read: with an id of its own, and its arguments where they can be used. */
export interface ReadCall extends Pick<TurnCall, 'id' | 'name' | 'digest' | 'problem'> {
  /** As they came. */
  readonly text: string;
  /** undefined where there is a problem. */
  readonly arguments: Json | undefined;
}

/** So many names are listed at most for a model that calls a tool that is not there. */
const namesTold = 40;
/** As long as providers let a name be. */
const longestName = 64;

/**
 * Reads the calls of a reply: by exact names alone (`functions.x` is x, as one provider has it), arguments never mended. `known`: all tools
 * that there are, by name; `offered`: those of this turn.
 */
export function readCalls(
  calls: readonly ToolCall[],
  finish: Finish,
  known: ReadonlyMap<string, ToolDeclaration>,
  offered: readonly string[],
): ReadCall[] {
  const ids = new Set<string>();
  return calls.map((call, index) => {
    const id = freshId(call.id, index, ids);
    ids.add(id);
    const name = call.name.startsWith('functions.') ? call.name.slice('functions.'.length) : call.name;
    const declaration = known.get(name);
    const parsed = argumentsOf(call.arguments);
    const problem = problemOf(name, declaration, offered, parsed, call.arguments, finish);
    return {
      id,
      name: declaration === undefined ? plainName(name) : name,
      text: call.arguments,
      digest: parsed === null ? null : digestOf(`${name} ${parsed.canonical}`),
      problem,
      arguments: problem === null ? parsed?.json : undefined,
    };
  });
}

/** Ids pair calls with results: each is there once. */
function freshId(given: string, index: number, taken: ReadonlySet<string>): string {
  if (given !== '' && !taken.has(given)) return given;
  let id = `call_${index + 1}`;
  while (taken.has(id)) id += '_';
  return id;
}

/** As no provider refuses it in the conversation. */
const plainName = (name: string): string => name.replace(/[^a-zA-Z0-9_-]/g, '_').slice(0, longestName) || 'nothing';

interface Parsed {
  readonly json: Json;
  readonly canonical: string;
}

/** No text at all are no arguments. */
function argumentsOf(text: string): Parsed | null {
  try {
    const json = text.trim() === '' ? {} : (JSON.parse(text) as Json);
    const canonical = canonicalJson(json);
    return canonical.ok ? { json, canonical: canonical.text } : null;
  } catch {
    return null;
  }
}

function problemOf(
  name: string,
  declaration: ToolDeclaration | undefined,
  offered: readonly string[],
  parsed: Parsed | null,
  text: string,
  finish: Finish,
): CallProblem | null {
  if (declaration === undefined) {
    const more = offered.length > namesTold ? `, and ${offered.length - namesTold} more` : '';
    return {
      kind: 'unknown_tool',
      told: `There is no tool ${quoted(name)}. The tools are: ${offered.slice(0, namesTold).join(', ')}${more}.`,
    };
  }
  if (!offered.includes(name))
    return { kind: 'not_offered', told: `${name} is not offered now. At this point there are: ${offered.join(', ')}.` };
  if (parsed === null && finish === 'length')
    return {
      kind: 'cut',
      told: `The arguments were cut at ${text.length} characters, the limit of a reply; nothing was carried out. Write in smaller parts.`,
    };
  if (parsed === null)
    return { kind: 'no_json', told: `The arguments of ${name} are no JSON; nothing was carried out. Call it again with one JSON object.` };
  const wrong = mistakesIn(parsed.json, declaration.parameters);
  return wrong === null
    ? null
    : { kind: 'bad_arguments', told: `The arguments of ${name} are not as it takes them: ${wrong}. Nothing was carried out.` };
}

/** What does not meet the schema; null = all does. A schema that is none is the tool's fault, not the model's: then anything is taken. */
function mistakesIn(json: Json, schema: Json): string | null {
  try {
    const validate = new Ajv2020({ strict: false, allErrors: true, validateSchema: false, validateFormats: false }).compile(
      schema as object,
    );
    if (validate(json)) return null;
    const mistakes = (validate.errors as ErrorObject[]).slice(0, 5);
    return mistakes.map(({ instancePath, message }) => `${instancePath === '' ? 'they' : instancePath} ${message}`).join('; ');
  } catch {
    return null;
  }
}
