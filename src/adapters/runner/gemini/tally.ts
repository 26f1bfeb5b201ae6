import { recordOf, textOf } from '../../../core/model/untrusted-json.ts';
import type { Fields } from '../../agent-cli/conversation.ts';

/** What the events of one call come to. Each field of each event is checked where it is read. */
export class Tally {
  /** The last event of type `result`, or the one document of the other output format. */
  result: Fields | null = null;
  /** The last error, as long as the agent has not gone on after it. */
  complaint: string | null = null;
  /** What the model said since the last tool. */
  words = '';
  /** How often the model was asked, as far as its answers can be told apart. */
  turns = 0;
  /** Warnings of the program's own, and tools that the agent asked for in vain. */
  readonly notes: string[] = [];
  readonly #toolOf = new Map<string, string>();
  #modelSpeaks = false;

  add(event: Fields): void {
    if (event.type === undefined && (event.response !== undefined || event.error !== undefined)) this.result = event;
    switch (event.type) {
      case 'result':
        this.result = event;
        break;
      case 'error':
        if (event.severity === 'warning') this.notes.push(`gemini: ${sentenceOf(event)}`);
        else this.complaint = sentenceOf(event);
        break;
      case 'message':
        if (event.role === 'assistant') this.#addWords(event);
        break;
      case 'tool_use':
        this.#addTurn();
        this.words = '';
        this.#toolOf.set(textOf(event.tool_id) ?? '', textOf(event.tool_name) ?? 'a tool');
        break;
      case 'tool_result':
        this.#modelSpeaks = false;
        this.#addRefusedTool(event);
        break;
    }
  }

  #addWords(event: Fields): void {
    this.#addTurn();
    const content = typeof event.content === 'string' ? event.content : '';
    this.words = event.delta === true ? this.words + content : content;
  }

  #addTurn(): void {
    this.complaint = null;
    if (!this.#modelSpeaks) this.turns++;
    this.#modelSpeaks = true;
  }

  /** A tool that is not allowed is hidden from the model, so that asking for it has the same end as asking for one that is none. */
  #addRefusedTool(event: Fields): void {
    const error = recordOf(event.error);
    const isRefused =
      error?.type === 'tool_not_registered' || /requires user confirmation|denied by policy/i.test(textOf(error?.message) ?? '');
    if (event.status !== 'error' || !isRefused) return;
    this.notes.push(`gemini was not allowed to use ${this.#toolOf.get(textOf(event.tool_id) ?? '') ?? 'a tool'}, or has no such tool.`);
  }
}

/** The sentence of an error, in `message` or in `error.message`. */
export const sentenceOf = (event: Fields): string =>
  textOf(event.message) ?? textOf(recordOf(event.error)?.message) ?? textOf(event.error) ?? 'an error without words';
