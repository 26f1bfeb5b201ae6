import type { Json } from '../../model/json.ts';

export type Row = { readonly [column: string]: Json };

/** One condition of `WHERE`, its value worked out. */
export interface Condition {
  readonly column: string;
  readonly is: '=' | '<>' | '<' | '<=' | '>' | '>=' | 'in' | 'null' | 'not null' | 'like';
  readonly values: readonly Json[];
}

export type Statement =
  | {
      readonly does: 'select';
      readonly table: string;
      /** null = all. */
      readonly columns: readonly string[] | null;
      readonly where: readonly Condition[];
      readonly order: readonly { readonly column: string; readonly descending: boolean }[];
      readonly limit: number | null;
      readonly offset: number;
    }
  | { readonly does: 'insert'; readonly table: string; readonly row: Row }
  | { readonly does: 'update'; readonly table: string; readonly set: Row; readonly where: readonly Condition[] }
  | { readonly does: 'delete'; readonly table: string; readonly where: readonly Condition[] };

/** Reads the plain statements on one table; null where it is any other, which is then answered as it was recorded. */
export function sqlStatement(text: string, parameters: readonly Json[]): Statement | null {
  const reader = new Reader(text, parameters);
  try {
    return reader.statement();
  } catch (fault) {
    if (fault instanceof NotPlain) return null;
    throw fault;
  }
}

class NotPlain extends Error {}

/** The same few statements are read ten thousand times. */
const read = new Map<string, readonly string[]>();

function tokensOf(text: string): readonly string[] {
  const known = read.get(text);
  if (known !== undefined) return known;
  const tokens = text.match(/'(?:[^']|'')*'|"[^"]*"|<=|>=|<>|!=|[A-Za-z_][\w.]*|\d+(?:\.\d+)?|[^\s]/g) ?? [];
  if (read.size > 500) read.clear();
  read.set(text, tokens);
  return tokens;
}

class Reader {
  private readonly tokens: readonly string[];
  private at = 0;
  private readonly parameters: readonly Json[];
  private used = 0;

  constructor(text: string, parameters: readonly Json[]) {
    this.tokens = tokensOf(text);
    this.parameters = parameters;
  }

  statement(): Statement {
    const verb = this.word();
    const read =
      verb === 'select'
        ? this.select()
        : verb === 'insert'
          ? this.insert()
          : verb === 'update'
            ? this.update()
            : verb === 'delete'
              ? this.remove()
              : null;
    if (this.peek() === ';') this.at += 1;
    if (read === null || this.at < this.tokens.length) throw new NotPlain();
    return read;
  }

  private select(): Statement {
    const columns: string[] = [];
    do columns.push(this.peek() === '*' ? this.next() : this.name());
    while (this.skip(','));
    this.need('from');
    const table = this.name();
    const where = this.where();
    const order: { column: string; descending: boolean }[] = [];
    if (this.skip('order')) {
      this.need('by');
      do {
        const column = this.name();
        const descending = this.skip('desc');
        if (!descending) this.skip('asc');
        order.push({ column, descending });
      } while (this.skip(','));
    }
    const limit = this.skip('limit') ? Number(this.value()) : null;
    const offset = this.skip('offset') ? Number(this.value()) : 0;
    return { does: 'select', table, columns: columns.includes('*') ? null : columns, where, order, limit, offset };
  }

  private insert(): Statement {
    this.need('into');
    const table = this.name();
    this.need('(');
    const columns: string[] = [];
    do columns.push(this.name());
    while (this.skip(','));
    for (const each of [')', 'values', '(']) this.need(each);
    const row: Record<string, Json> = {};
    for (const [at, column] of columns.entries()) {
      if (at > 0) this.need(',');
      row[column] = this.value();
    }
    this.need(')');
    return { does: 'insert', table, row };
  }

  private update(): Statement {
    const table = this.name();
    this.need('set');
    const set: Record<string, Json> = {};
    do {
      const column = this.name();
      this.need('=');
      set[column] = this.value();
    } while (this.skip(','));
    return { does: 'update', table, set, where: this.where() };
  }

  private remove(): Statement {
    this.need('from');
    const table = this.name();
    return { does: 'delete', table, where: this.where() };
  }

  private where(): readonly Condition[] {
    const found: Condition[] = [];
    if (!this.skip('where')) return found;
    do found.push(this.condition());
    while (this.skip('and'));
    return found;
  }

  private condition(): Condition {
    const column = this.name();
    if (this.skip('is')) {
      const is = this.skip('not') ? 'not null' : 'null';
      this.need('null');
      return { column, is, values: [] };
    }
    if (this.skip('in')) {
      this.need('(');
      const values: Json[] = [];
      do values.push(this.value());
      while (this.skip(','));
      this.need(')');
      return { column, is: 'in', values };
    }
    const sign = this.next().toLowerCase();
    const is = sign === '!=' ? '<>' : sign;
    if (is === '=' || is === '<>' || is === '<' || is === '<=' || is === '>' || is === '>=' || is === 'like')
      return { column, is, values: [this.value()] };
    throw new NotPlain();
  }

  private value(): Json {
    const token = this.next();
    if (token === '?') {
      if (this.used >= this.parameters.length) throw new NotPlain();
      this.used += 1;
      return this.parameters[this.used - 1] as Json;
    }
    if (token.startsWith("'")) return token.slice(1, -1).replaceAll("''", "'");
    if (token === '-') return -Number(this.next());
    if (/^\d/.test(token)) return Number(token);
    if (token.toLowerCase() === 'null') return null;
    throw new NotPlain();
  }

  private name(): string {
    const token = this.next();
    if (!/^[A-Za-z_]\w*$/.test(token)) throw new NotPlain();
    return token;
  }

  private word = (): string => this.next().toLowerCase();
  private peek = (): string | undefined => this.tokens[this.at];

  private next(): string {
    const token = this.tokens[this.at];
    if (token === undefined) throw new NotPlain();
    this.at += 1;
    return token;
  }

  private skip(word: string): boolean {
    if (this.peek()?.toLowerCase() !== word) return false;
    this.at += 1;
    return true;
  }

  private need(word: string): void {
    if (!this.skip(word)) throw new NotPlain();
  }
}

/** Whether a row is one of those that are meant; a comparison with null never holds. */
export function holds(row: Row, { column, is, values }: Condition): boolean {
  const held = row[column] ?? null;
  const value = values[0] ?? null;
  switch (is) {
    case 'null':
      return held === null;
    case 'not null':
      return held !== null;
    case 'in':
      return values.includes(held);
    case 'like':
      return typeof held === 'string' && typeof value === 'string' && likePattern(value).test(held);
    default:
      return held !== null && value !== null && compared(held, value, is);
  }
}

function compared(held: Json, value: Json, is: '=' | '<>' | '<' | '<=' | '>' | '>='): boolean {
  const [a, b] = [held as string, value as string];
  switch (is) {
    case '=':
      return a === b;
    case '<>':
      return a !== b;
    case '<':
      return a < b;
    case '<=':
      return a <= b;
    case '>':
      return a > b;
    case '>=':
      return a >= b;
  }
}

const likePattern = (text: string): RegExp =>
  new RegExp(
    `^${text
      .replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
      .replaceAll('%', '[^]*')
      .replaceAll('_', '[^]')}$`,
    'i',
  );

/** The rows that a selection gives of a table. */
export function selected(rows: readonly Row[], statement: Extract<Statement, { does: 'select' }>): readonly Row[] {
  const { where, order, limit, offset, columns } = statement;
  const found = rows.filter((row) => where.every((each) => holds(row, each)));
  if (order.length > 0)
    found.sort((one, other) => {
      for (const { column, descending } of order) {
        const [a, b] = [one[column] as string, other[column] as string];
        if (a !== b) return (a < b ? -1 : 1) * (descending ? -1 : 1);
      }
      return 0;
    });
  const some = found.slice(offset, limit === null ? undefined : offset + limit);
  return columns === null ? some : some.map((row) => Object.fromEntries(columns.map((each) => [each, row[each] ?? null])));
}
