import type { Json } from '../../core/model/json.ts';
import type { NamedType, NamedTypes } from './named-types.ts';
import { type TypeWord, typeWords } from './type-words.ts';

type Schema = { readonly [key: string]: Json };

/** How deep types may stand in one another: an alias may name itself, and be one of another that does. */
const deepest = 30;

/** All of the types that one schema is made of: aliases that name others twice, and those others twice, would grow without end. */
const mostTypes = 2000;

/**
 * The JSON Schema of a written type: literals, primitives, lists, tuples, object types, `Record`, unions, and what the module names. All
 * else is `{}`, anything. `closed`: object types hold no other members. Members of `undefined` may be left out.
 */
export function typeSchema(text: string, named: NamedTypes, closed: boolean): Json {
  return new TypeReader({ words: typeWords(text), from: 0 }, { named, closed, left: { types: mostTypes } }, 0).schema();
}

interface Setting {
  readonly named: NamedTypes;
  readonly closed: boolean;
  readonly left: { types: number };
}

class TypeReader {
  private at: number;
  private readonly words: readonly TypeWord[];
  private readonly setting: Setting;
  private depth: number;

  constructor({ words, from }: NamedType, setting: Setting, depth: number) {
    this.words = words;
    this.at = from;
    this.setting = setting;
    this.depth = depth;
  }

  /** A union of what stands here; `{}` where anything in it is not of the forms that are read. */
  schema(): Schema {
    this.depth += 1;
    const members: Schema[] = [];
    this.take('|');
    do members.push(this.postfix());
    while (this.take('|'));
    this.depth -= 1;
    // Some form that is not read goes on: a function's arrow, an intersection, a condition.
    if (['=>', '&', 'extends', 'is', '.'].includes(this.next()?.text ?? '')) return {};
    return union(members);
  }

  private postfix(): Schema {
    const isReadonly = this.next()?.text === 'readonly';
    if (isReadonly) this.at += 1;
    let schema = this.primary();
    while (this.next()?.text === '[' && this.next()?.onNewLine !== true) {
      this.at += 1;
      // An indexed type: `A['b']`.
      if (!this.take(']')) {
        this.skip();
        this.take(']');
        schema = {};
      } else schema = { type: 'array', items: schema };
    }
    return schema;
  }

  private primary(): Schema {
    this.setting.left.types -= 1;
    const word = this.next();
    if (!word || this.depth > deepest || this.setting.left.types < 0) {
      this.skip();
      return {};
    }
    this.at += 1;
    switch (word.kind) {
      case 'text':
        return { const: word.text };
      case 'number':
        return { const: Number(word.text.replaceAll('_', '')) };
      case 'name':
        return this.name(word.text);
      case 'sign':
        return this.sign(word.text);
    }
  }

  private sign(sign: string): Schema {
    if (sign === '{') return this.members();
    if (sign === '[') return this.tuple();
    if (sign === '(') {
      const inner = this.schema();
      if (this.take(')')) return inner;
      this.skip();
      this.take(')');
      return {};
    }
    this.at -= 1;
    this.skip();
    return {};
  }

  private name(name: string): Schema {
    switch (name) {
      case 'string':
      case 'number':
      case 'boolean':
      case 'null':
      case 'object':
        return { type: name };
      case 'true':
      case 'false':
        return { const: name === 'true' };
      case 'undefined':
      case 'void':
        return nothing;
      case 'Array':
      case 'ReadonlyArray': {
        const [items = {}] = this.inner();
        return { type: 'array', items };
      }
      case 'Promise':
      case 'Readonly':
        return this.inner()[0] ?? {};
      case 'Record': {
        const [, values = {}] = this.inner();
        return { type: 'object', additionalProperties: values };
      }
      default:
        return this.alias(name);
    }
  }

  private alias(name: string): Schema {
    const named = this.setting.named.get(name);
    if (this.next()?.text === '<') {
      this.inner();
      return {};
    }
    return named ? new TypeReader(named, this.setting, this.depth).schema() : {};
  }

  private inner(): Schema[] {
    const found: Schema[] = [];
    if (!this.take('<')) return found;
    while (this.next() && !this.take('>')) {
      found.push(this.schema());
      if (this.take(',')) continue;
      this.skip();
      if (!this.take('>') && !this.take(',')) this.at += 1;
      else if (this.words[this.at - 1]?.text === '>') break;
    }
    return found;
  }

  private tuple(): Schema {
    const items: Schema[] = [];
    let isPlain = true;
    while (this.next() && !this.take(']')) {
      if (this.take('...')) isPlain = false;
      // `[from: number, to?: number]`.
      if (this.next()?.kind === 'name' && (this.ahead(':') || this.ahead('?'))) {
        this.at += 1;
        if (this.take('?')) isPlain = false;
        this.take(':');
      }
      items.push(this.schema());
      if (this.take('?')) isPlain = false;
      this.skip();
      if (!this.take(',') && this.next()?.text !== ']') this.at += 1;
    }
    return isPlain ? { type: 'array', prefixItems: items, items: false, minItems: items.length } : { type: 'array' };
  }

  private members(): Schema {
    const properties: [string, Schema][] = [];
    const required: string[] = [];
    let rest: Schema | null = null;
    while (this.next() && !this.take('}')) {
      const isReadonly = this.next()?.text === 'readonly' && !this.ahead(':') && !this.ahead('?') && !this.ahead('(');
      if (isReadonly) this.at += 1;
      if (this.next()?.text === '[') {
        rest = this.index();
        continue;
      }
      const word = this.next() as TypeWord;
      this.at += 1;
      if (word.kind === 'sign') continue;
      const isOptional = this.take('?');
      const isRead = this.take(':');
      const schema = isRead ? this.schema() : {};
      this.end();
      const [plain, mayBeMissing] = withoutNothing(schema);
      properties.push([word.text, plain]);
      if (!isOptional && !mayBeMissing) required.push(word.text);
    }
    return objectSchema(properties, required, rest ?? (this.setting.closed ? false : null));
  }

  /** `[name: string]: T`. */
  private index(): Schema {
    while (this.next() && !this.take(']')) this.at += 1;
    const schema = this.take(':') ? this.schema() : {};
    this.end();
    return schema;
  }

  /** To the next member: past what of this one was not read. */
  private end(): void {
    if (this.next()?.onNewLine !== true) this.skip();
    if (!this.take(';')) this.take(',');
  }

  /** Over what is not read, as far as the sign that ends it; brackets go together. */
  private skip(): void {
    let open = 0;
    for (let word = this.next(); word; word = this.next()) {
      if (word.kind === 'sign' && '([{<'.includes(word.text)) open += 1;
      else if (word.kind === 'sign' && ')]}>'.includes(word.text)) {
        if (open === 0) return;
        open -= 1;
      } else if (open === 0 && word.kind === 'sign' && ',;'.includes(word.text)) return;
      this.at += 1;
    }
  }

  private next(): TypeWord | undefined {
    return this.words[this.at];
  }

  private ahead(sign: string): boolean {
    return this.words[this.at + 1]?.text === sign;
  }

  private take(sign: string): boolean {
    const word = this.next();
    if (word?.text !== sign || word.kind !== 'sign') return false;
    this.at += 1;
    return true;
  }
}

/** `undefined`: what JSON has no value for. Known by identity. */
const nothing: Schema = { not: {} };

function union(members: readonly Schema[]): Schema {
  const [only] = members;
  if (only && members.length === 1) return only;
  if (members.some((member) => Object.keys(member).length === 0)) return {};
  if (members.every((member) => 'const' in member)) return { enum: members.map((member) => member.const as Json) };
  if (members.every((member) => typeof member.type === 'string' && Object.keys(member).length === 1))
    return { type: members.map(({ type }) => type as string) };
  return { anyOf: members };
}

/** The type of a member that may be `undefined`, without that. */
function withoutNothing(schema: Schema): readonly [Schema, boolean] {
  if (schema === nothing) return [{}, true];
  const members = Array.isArray(schema.anyOf) ? (schema.anyOf as readonly Schema[]) : [];
  return members.includes(nothing) ? [union(members.filter((each) => each !== nothing)), true] : [schema, false];
}

/** Names of members come from the code: `__proto__` is a member like any other. */
function objectSchema(
  properties: readonly (readonly [string, Schema])[],
  required: readonly string[],
  rest: Schema | false | null,
): Schema {
  return {
    type: 'object',
    ...(properties.length > 0 ? { properties: Object.fromEntries(properties) } : {}),
    ...(required.length > 0 ? { required } : {}),
    ...(rest === null ? {} : { additionalProperties: rest }),
  };
}
