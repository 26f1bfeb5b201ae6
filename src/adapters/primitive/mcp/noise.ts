import { quoted } from '../../../core/model/shown-text.ts';

/** What a server printed on stdout that is no message: it belongs on stderr, and is passed over. */
export class Noise {
  #lines = 0;
  #first = '';

  add(line: string): void {
    if (line.trim() === '') return;
    if (this.#lines === 0) this.#first = line.trim();
    this.#lines++;
  }

  /** As the end of a sentence; empty where there was none. */
  get told(): string {
    if (this.#lines === 0) return '';
    const [lines, are] = this.#lines === 1 ? ['one line', 'is no message'] : [`${this.#lines} lines`, 'are no messages'];
    return `${lines} on its stdout that ${are} of the protocol (${quoted(this.#first)})`;
  }
}
