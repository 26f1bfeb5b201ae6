/** What a cell printed. The child keeps to the limit; whoever speaks for it may not. */
const keptCharacters = 256 * 1024;

export class CellOutput {
  readonly #text = { stdout: '', stderr: '' };
  cutBytes = 0;

  add(to: string, text: string): void {
    const stream = to === 'stderr' ? 'stderr' : 'stdout';
    const kept = text.slice(0, keptCharacters - this.#text[stream].length);
    this.#text[stream] += kept;
    this.cutBytes += Buffer.byteLength(text.slice(kept.length));
  }

  get stdout(): string {
    return this.#text.stdout;
  }

  get stderr(): string {
    return this.#text.stderr;
  }
}
