import type { Channel } from './channel.ts';
import { wellFormed } from './well-formed.ts';

const { byteLength, from } = Buffer;

/** Of each stream and cell; the rest is counted. */
const keptBytes = 256 * 1024;

/** What a cell prints: sent at once, up to a limit. Between cells nothing is kept. */
export class Output {
  readonly #channel: Channel;
  #left = { stdout: 0, stderr: 0 };
  #cut = 0;

  constructor(channel: Channel) {
    this.#channel = channel;
  }

  begin(): void {
    this.#left = { stdout: keptBytes, stderr: keptBytes };
    this.#cut = 0;
  }

  write(to: 'stdout' | 'stderr', written: string): void {
    const bytes = byteLength(written);
    const kept = bytes <= this.#left[to] ? written : from(written.slice(0, this.#left[to])).subarray(0, this.#left[to]).toString();
    if (kept === written) this.#left[to] -= bytes;
    else {
      // A character that was cut in two is left out whole.
      this.#left[to] = 0;
      this.#cut += bytes - byteLength(kept.replace(/\ufffd$/, ''));
      if (this.#cut > 64 * 1024) this.flushCut();
    }
    const text = kept === written ? wellFormed(kept) : kept.replace(/\ufffd$/, '');
    if (text !== '') this.#channel.send({ t: 'out', to, text });
  }

  flushCut(): void {
    if (this.#cut > 0) this.#channel.send({ t: 'cut', bytes: this.#cut });
    this.#cut = 0;
  }
}
