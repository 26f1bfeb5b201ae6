import type { Finish, ToolCall } from '../../../core/model/conversation.ts';
import { recordOf } from '../../../core/model/untrusted-json.ts';
import { madeId, noName } from './chat-calls.ts';
import { opaqueOf, type Part, textIn } from './opaque.ts';
import type { ProviderData, StreamPart } from './provider.ts';
import { type OfferedTools, unwrapped } from './tools.ts';

type Open =
  | { readonly type: 'text' | 'reasoning'; readonly key: string; text: string; data: ProviderData | null }
  | { readonly type: 'call'; readonly key: string; readonly name: string; text: string; data: ProviderData | null; isWhole: boolean };

/** The parts of one answer, collected from the SDK's stream in their order. */
export class Turn {
  readonly #parts: Open[] = [];

  /** Takes a part of the stream; what it adds to the text, for people to see. */
  add(part: StreamPart): string {
    switch (part.type) {
      case 'text-start':
      case 'reasoning-start':
        this.#parts.push({
          type: part.type === 'text-start' ? 'text' : 'reasoning',
          key: part.id,
          text: '',
          data: part.providerMetadata ?? null,
        });
        return '';
      case 'text-delta':
      case 'reasoning-delta':
        this.#grow(part.type === 'text-delta' ? 'text' : 'reasoning', part.id, part.delta, part.providerMetadata);
        return part.type === 'text-delta' ? part.delta : '';
      case 'text-end':
      case 'reasoning-end':
        this.#grow(part.type === 'text-end' ? 'text' : 'reasoning', part.id, '', part.providerMetadata);
        return '';
      case 'tool-input-start':
        this.#parts.push({
          type: 'call',
          key: part.id,
          name: part.toolName,
          text: '',
          data: part.providerMetadata ?? null,
          isWhole: false,
        });
        return '';
      case 'tool-input-delta':
        this.#grow('call', part.id, part.delta, part.providerMetadata);
        return '';
      case 'tool-call': {
        if (part.providerExecuted) return '';
        const before = this.#last('call', part.toolCallId);
        const call = { key: part.toolCallId, name: part.toolName, text: part.input, data: part.providerMetadata ?? before?.data ?? null };
        if (before?.type === 'call' && !before.isWhole) this.#parts[this.#parts.indexOf(before)] = { type: 'call', ...call, isWhole: true };
        else this.#parts.push({ type: 'call', ...call, isWhole: true });
        return '';
      }
      default:
        return '';
    }
  }

  get hasCalls(): boolean {
    return this.#parts.some(({ type }) => type === 'call');
  }

  /** Whether a call was begun and not ended. */
  get hasCutCall(): boolean {
    return this.#parts.some((part) => part.type === 'call' && !part.isWhole);
  }

  /**
   * What it comes to. `taken`: ids that the conversation has already; `position`: that of the answer in it, for ids of calls that came
   * without one or with one that is taken.
   */
  outcome(tools: OfferedTools, taken: ReadonlySet<string>, position: number, by: string): Outcome {
    const used = new Set(taken);
    const calls: ToolCall[] = [];
    const parts = this.#parts.map((part): Part => {
      const data = part.data === null ? null : (JSON.parse(JSON.stringify(part.data)) as ProviderData);
      if (part.type !== 'call') return { type: part.type, text: part.text, data };
      const id = ownId(part.key, used, position, calls.length);
      used.add(id);
      const name = part.name === noName ? '' : tools.nameOf(part.name);
      calls.push({ id, name, arguments: tools.isWrapped(name) ? unwrapped(part.text) : part.text });
      return { type: 'call', id, data };
    });
    return { text: textIn(parts), calls, opaque: opaqueOf(parts, by) };
  }

  #grow(type: Open['type'], key: string, text: string, data: ProviderData | undefined): void {
    const part = this.#last(type, key);
    if (part === undefined) return;
    part.text += text;
    // Told more than once, the last is what is whole: a signature comes at the end.
    if (recordOf(data) !== null) part.data = data ?? null;
  }

  #last(type: Open['type'], key: string): Open | undefined {
    return this.#parts.findLast((part) => part.type === type && part.key === key);
  }
}

interface Outcome {
  readonly text: string;
  readonly calls: readonly ToolCall[];
  readonly opaque: ReturnType<typeof opaqueOf>;
}

/** What every provider takes for an id, should the conversation go on with another one. */
const takenId = /^[A-Za-z0-9_-]{1,64}$/;

function ownId(given: string, used: ReadonlySet<string>, position: number, number: number): string {
  if (takenId.test(given) && !given.startsWith(madeId) && !used.has(given)) return given;
  let id = `call_${position}_${number}`;
  while (used.has(id)) id += 'x';
  return id;
}

/** Why an answer stopped, where calls say more than the provider's word: some say `stop` beside them. */
export const finishWith = (finish: Finish, hasCalls: boolean): Finish =>
  finish === 'stop' && hasCalls ? 'calls' : finish === 'calls' && !hasCalls ? 'unknown' : finish;
