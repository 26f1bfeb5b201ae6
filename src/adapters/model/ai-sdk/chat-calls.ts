import { amountOf, listOf, recordOf, textOf } from '../../../core/model/untrusted-json.ts';
import type { Fields } from './provider.ts';
import { parsedJson } from './tools.ts';

interface Call {
  readonly id: string | null;
  name: string | null;
  text: string;
  /** What else the first piece brought: Gemini signs its reasoning so. */
  extra: unknown;
}

/** Ids and names that a server left out; `turn.ts` puts its own ids, and no name, in their place. */
export const madeId = 'pawl-made-';
export const noName = 'pawl-unnamed';

/**
 * The calls of tools of one answer, put together from pieces that are not always as the protocol has them: gateways give every call the
 * index 0, leave ids or indexes out, or give the same id twice. A new call begins where an id or a name differs from that of the call
 * whose place it takes, or where a named piece follows arguments that are whole. The SDK drops a piece that it cannot place, and glues
 * or drops calls of some of these forms; so it is given whole calls only.
 */
export class ChatCalls {
  readonly #calls: Call[] = [];
  readonly #byIndex = new Map<number, Call>();
  #last: Call | null = null;

  get isEmpty(): boolean {
    return this.#calls.length === 0;
  }

  /** A piece of a stream; in a whole document (`isWhole`) each is a call. */
  add(piece: Fields, isWhole: boolean): void {
    const index = amountOf(piece.index);
    const fields = recordOf(piece.function) ?? {};
    const id = textOf(piece.id);
    const name = textOf(fields.name);
    const text = argumentsOf(fields.arguments);
    const before = isWhole ? null : index === null ? this.#last : (this.#byIndex.get(index) ?? null);
    const call = before !== null && !isOther(before, id, name, text) ? before : this.#begin(id);
    // Some servers send the call again as a whole when it is done.
    if (call !== before || text !== call.text || id === null || !isJson(text)) call.text += text;
    call.name ??= name;
    call.extra ??= piece.extra_content;
    if (index !== null) this.#byIndex.set(index, call);
    this.#last = call;
  }

  /** Whole calls in the order in which they began, each with an id of its own. */
  whole(): Fields[] {
    const ids = new Set<string>();
    return this.#calls.map(({ id, name, text, extra }, index) => {
      const own = id === null || ids.has(id) ? `${madeId}${index}` : id;
      ids.add(own);
      const call = { index, id: own, type: 'function', function: { name: name ?? noName, arguments: text } };
      return extra === undefined || extra === null ? call : { ...call, extra_content: extra };
    });
  }

  #begin(id: string | null): Call {
    const call: Call = { id, name: null, text: '', extra: null };
    this.#calls.push(call);
    return call;
  }
}

function isOther(call: Call, id: string | null, name: string | null, text: string): boolean {
  if (id !== null && call.id !== null && id !== call.id) return true;
  if (name !== null && call.name !== null && name !== call.name) return true;
  if (name === null || call.name === null || text.trim() === '') return false;
  return isJson(call.text) && !(id !== null && text === call.text);
}

/** As text; some servers send the object itself. */
const argumentsOf = (value: unknown): string =>
  typeof value === 'string' ? value : value === undefined || value === null ? '' : JSON.stringify(value);

const isJson = (text: string): boolean => parsedJson(text) !== undefined;

/** The pieces of calls in a message or delta. */
export const piecesIn = (message: Fields | null): Fields[] =>
  listOf(message?.tool_calls)
    .map(recordOf)
    .filter((piece) => piece !== null);
