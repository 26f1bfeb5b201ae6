import { StringDecoder } from 'node:string_decoder';
import { EventData } from '../../../core/model/event-data.ts';

/** The `data:` fields of a stream of server-sent events, whose bytes come in pieces of any size. */
export class SseStream {
  readonly #decoder = new StringDecoder('utf8');
  readonly #data = new EventData();

  push(piece: Buffer): string[] {
    return this.#data.push(this.#decoder.write(piece));
  }

  /** What the last line holds, where no newline ends it. */
  end(): string[] {
    return [...this.#data.push(this.#decoder.end()), ...this.#data.end()];
  }
}
