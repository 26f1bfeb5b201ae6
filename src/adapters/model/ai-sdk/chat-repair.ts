import { listOf, recordOf, textOf } from '../../../core/model/untrusted-json.ts';
import { ChatCalls, piecesIn } from './chat-calls.ts';
import type { Fields } from './provider.ts';
import { parsedJson } from './tools.ts';

/** The word for an answer that was ended as the protocol has it and does not say why. */
const notSaid = 'not_said';

/**
 * The events of a chat stream as the protocol has them, from those that a server sent: calls come whole and at the end, every event has
 * `choices`, and an answer that ends without a reason says so. Errors, and what is no JSON, stay as they are.
 */
export class ChatRepair {
  readonly #calls = new ChatCalls();
  #reason: string | null = null;
  #isDone = false;

  /** What stands for the data of one event. */
  push(data: string): string[] {
    if (data === '') return [];
    if (data === '[DONE]') {
      this.#isDone = true;
      return [];
    }
    const event = recordOf(parsedJson(data));
    if (event === null || (event.error !== undefined && event.error !== null)) return [data];
    return [JSON.stringify(this.#repaired(event, 'delta'))];
  }

  /** What a whole document says, where the server does not stream. */
  document(document: Fields): string[] {
    if (document.error !== undefined && document.error !== null) return [JSON.stringify(document)];
    this.#isDone = true;
    return [JSON.stringify(this.#repaired(document, 'message'))];
  }

  /** Whether the server said that nothing follows. */
  get isDone(): boolean {
    return this.#isDone;
  }

  /** Whether the answer came to its end. */
  get hasEnded(): boolean {
    return this.#reason !== null || this.#isDone;
  }

  /** What comes when the server has ended; nothing where the answer has not. */
  end(): string[] {
    if (!this.hasEnded) return [];
    const calls = this.#calls.isEmpty ? [] : [chunk({ tool_calls: this.#calls.whole() }, null)];
    return [...calls, chunk({}, this.#reason ?? notSaid), '[DONE]'];
  }

  #repaired(event: Fields, key: 'delta' | 'message'): Fields {
    const choice = recordOf(listOf(event.choices)[0]);
    if (choice === null) return { ...event, choices: [] };
    const message = recordOf(choice[key]);
    for (const piece of piecesIn(message)) this.#calls.add(piece, key === 'message');
    this.#reason = textOf(choice.finish_reason) ?? this.#reason;
    const { tool_calls: _calls, ...delta } = message ?? {};
    // The reason is held back with the calls: it ends the answer.
    return { ...event, choices: [{ index: 0, delta: { ...delta, ...roleOf(delta) }, finish_reason: null }] };
  }
}

/** Some servers send a role that is empty, or none of the known, which the SDK takes for a broken event. */
const roleOf = (delta: Fields) => (delta.role === undefined ? {} : { role: 'assistant' });

const chunk = (delta: Fields, reason: string | null): string => JSON.stringify({ choices: [{ index: 0, delta, finish_reason: reason }] });
