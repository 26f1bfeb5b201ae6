import type { Usage } from '../../../core/events/event-parts.ts';
import { amountOf, recordOf, textOf } from '../../../core/model/untrusted-json.ts';
import type { Prices } from '../../../ports/prices.ts';
import type { Fields } from '../../agent-cli/conversation.ts';

/** `Reconnecting... 2/5 (why)` and `Reconnecting... waiting for network (why)`: an error that codex tries to get over. */
const again = /^Reconnecting\.\.\. (?:(\d+)\/(\d+)|waiting for network) ?\(?(.*?)\)?$/s;

/** Items that are the work of the agent's hands, and after which its earlier words are no answer. */
const work: ReadonlySet<unknown> = new Set(['command_execution', 'file_change', 'mcp_tool_call', 'web_search']);

/** What the events of one call come to. Each field of each event is checked where it is read. */
export class Tally {
  /** The last event that ended a turn: `turn.completed` or `turn.failed`. */
  end: Fields | null = null;
  /** The last error, as long as codex has not gone on after it. */
  complaint: string | null = null;
  /** What the model said last, after all visible work; null = nothing. */
  words: string | null = null;
  /** Whether it was seen at work. */
  worked = false;
  /** Sentences of codex's own that end nothing: a setting it ignores, a model it does not know. */
  readonly notes: string[] = [];
  readonly #begun = new Set<string>();

  /** Takes an event; gives the item that is new in it, if any. */
  add(event: Fields): Fields | null {
    switch (event.type) {
      case 'turn.completed':
      case 'turn.failed':
        this.end = event;
        return null;
      case 'error':
        this.complaint = sentenceOf(event);
        return null;
      case 'item.started':
      case 'item.completed':
        return this.#addItem(recordOf(event.item) ?? {}, event.type === 'item.completed');
      default:
        return null;
    }
  }

  /** Of the turn that was completed; one that failed tells none. Cached tokens are part of the input. */
  usage(model: string | null, prices: Prices | null): Usage {
    const usage = recordOf(this.end?.usage);
    const [inputTokens, outputTokens] = [amountOf(usage?.input_tokens), amountOf(usage?.output_tokens)];
    const known = model !== null && inputTokens !== null && outputTokens !== null;
    const tokens = { input: inputTokens ?? 0, cachedInput: amountOf(usage?.cached_input_tokens) ?? 0, output: outputTokens ?? 0 };
    const nanoUsd = known && prices !== null ? prices.nanoUsdOf({ name: model, from: { provider: 'openai' } }, tokens) : null;
    return { nanoUsd, inputTokens, outputTokens, model };
  }

  #addItem(item: Fields, completed: boolean): Fields | null {
    if (item.type === 'error') {
      if (completed) this.notes.push(`codex: ${sentenceOf(item)}`);
      return null;
    }
    this.complaint = null;
    if (item.type === 'agent_message' && completed) this.words = typeof item.text === 'string' ? item.text : null;
    if (!work.has(item.type)) return null;
    this.worked = true;
    this.words = null;
    const id = textOf(item.id) ?? '';
    if (this.#begun.has(id)) return null;
    if (id !== '') this.#begun.add(id);
    return item;
  }
}

/** The sentence of an error, in `message` or in `error.message`; of a retry, the reason for it. */
export function sentenceOf(event: Fields): string {
  const sentence = textOf(event.message) ?? textOf(recordOf(event.error)?.message) ?? textOf(event.error) ?? 'an error without words';
  return again.exec(sentence)?.[3] || sentence;
}

/** A line for people while codex tries again; null where an event says nothing of it. */
export function retryLine(event: Fields): string | null {
  const sentence = event.type === 'error' ? textOf(event.message) : null;
  const found = sentence === null ? null : again.exec(sentence);
  if (!found) return null;
  const [, attempt, of, why] = found;
  return `waits to ask again${attempt === undefined ? '' : ` (try ${attempt} of ${of})`}: ${why || 'the network is away'}`;
}
