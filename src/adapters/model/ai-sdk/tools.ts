import type { ToolDeclaration } from '../../../core/model/conversation.ts';
import type { Json } from '../../../core/model/json.ts';
import { toolAliases } from '../../../core/model/tool-alias.ts';
import { recordOf } from '../../../core/model/untrusted-json.ts';

/** Tools as a provider takes them, and the way back. */
export interface OfferedTools {
  readonly offered: readonly { readonly name: string; readonly description: string; readonly parameters: Json }[];
  /** The name under which a provider knows a tool, offered or only named in earlier messages. */
  aliasOf(name: string): string;
  /** The real name; what is no alias stays what the model wrote. */
  nameOf(alias: string): string;
  /** Whether its arguments stand under `input`, as the root of its schema is none that providers take. */
  isWrapped(name: string): boolean;
  /** What could not be offered, in words. */
  readonly warnings: readonly string[];
}

/** `alsoNamed`: what tools were called in earlier messages, which a provider has to accept too, whatever the model wrote. */
export function offeredTools(tools: readonly ToolDeclaration[], alsoNamed: readonly string[]): OfferedTools {
  const warnings: string[] = [];
  const usable = new Map<string, ToolDeclaration>();
  for (const tool of tools) {
    const trouble = troubleOf(tool, usable);
    if (trouble === null) usable.set(tool.name, tool);
    else warnings.push(`the tool "${tool.name}" is not offered: ${trouble}`);
  }
  const aliases = toolAliases([...usable.keys(), ...alsoNamed]);
  const names = new Map([...usable.keys()].map((name) => [aliases.get(name) as string, name]));
  const wrapped = new Set([...usable.values()].filter(({ parameters }) => !hasPlainRoot(parameters)).map(({ name }) => name));
  return {
    offered: [...usable.values()].map(({ name, description, parameters }) => ({
      name: aliases.get(name) as string,
      description,
      parameters: wrapped.has(name) ? wrappedSchema(parameters) : parameters,
    })),
    aliasOf: (name) => aliases.get(name) as string,
    nameOf: (alias) => names.get(alias) ?? alias,
    isWrapped: (name) => wrapped.has(name),
    warnings,
  };
}

function troubleOf({ name, parameters }: ToolDeclaration, others: ReadonlyMap<string, ToolDeclaration>): string | null {
  if (others.has(name)) return 'another one has its name';
  return recordOf(parameters) === null && typeof parameters !== 'boolean' ? 'its parameters are no JSON Schema' : null;
}

const refusedAtRoot = ['anyOf', 'oneOf', 'allOf', 'not', 'enum', 'const', 'if', '$ref', '$dynamicRef'];

/** Whether every provider takes the schema: one of an object, with nothing at its root that makes it several. */
export function hasPlainRoot(schema: Json): boolean {
  const fields = recordOf(schema);
  return fields?.type === 'object' && !refusedAtRoot.some((key) => Object.hasOwn(fields, key));
}

const wrappedSchema = (schema: Json): Json => ({
  type: 'object',
  properties: { input: moved(schema) },
  required: ['input'],
  additionalProperties: false,
});

/** Keywords whose values are data, not schemas. */
const data = ['const', 'enum', 'default', 'examples'];

/** The same schema one level deeper: what it refers to within itself lies there too. */
function moved(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(moved);
  const fields = recordOf(schema) as { readonly [key: string]: Json } | null;
  if (fields === null) return schema;
  return Object.fromEntries(
    Object.entries(fields).map(([key, value]) => {
      if (key === '$ref' && typeof value === 'string' && value.startsWith('#')) return [key, `#/properties/input${value.slice(1)}`];
      return [key, data.includes(key) ? value : moved(value)];
    }),
  );
}

/** The arguments of a call as its tool means them; a text that is not of the form stays as it came. */
export function unwrapped(text: string): string {
  const fields = recordOf(parsedJson(text));
  return fields !== null && Object.hasOwn(fields, 'input') ? JSON.stringify(fields.input) : text;
}

/** The value of a JSON text; `undefined` for what is none. */
export function parsedJson(text: string): Json | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
