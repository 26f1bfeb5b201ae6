/**
 * Random numbers that a seed decides: sfc32 (passes PractRand, four words of state), its state from four murmur3 hashes of the
 * seed. For replay and never for secrets: whoever knows the seed knows them all.
 */
export class SeededRandom {
  #a = 0;
  #b = 0;
  #c = 0;
  #count = 1;

  seed(text: string): void {
    [this.#a, this.#b, this.#c] = [hash(text, 0x9e3779b9), hash(text, 0x243f6a88), hash(text, 0xb7e15162)];
    this.#count = 1;
    for (let round = 0; round < 15; round++) this.next();
  }

  /** 32 bits. */
  next(): number {
    const sum = (((this.#a + this.#b) | 0) + this.#count) | 0;
    this.#count = (this.#count + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = ((this.#c << 21) | (this.#c >>> 11)) + sum;
    this.#c |= 0;
    return sum >>> 0;
  }

  /** In [0, 1), of 53 bits. */
  fraction(): number {
    return ((this.next() >>> 5) * 0x4000000 + (this.next() >>> 6)) / 0x20000000000000;
  }

  install(define: (name: string, value: unknown) => void): void {
    Object.defineProperty(Math, 'random', { value: () => this.fraction(), writable: true, configurable: true });
    define('crypto', { randomUUID: () => this.#uuid(), getRandomValues: (view: ArrayBufferView) => this.#fill(view) });
  }

  #fill(view: ArrayBufferView): ArrayBufferView {
    if (!ArrayBuffer.isView(view) || view instanceof DataView || view instanceof Float32Array || view instanceof Float64Array) {
      throw new TypeError('crypto.getRandomValues needs a typed array of integers');
    }
    if (view.byteLength > 65_536) throw new RangeError(`crypto.getRandomValues gives at most 65536 bytes at once, not ${view.byteLength}`);
    const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
    for (let at = 0; at < bytes.length; at++) bytes[at] = this.next() >>> 24;
    return view;
  }

  #uuid(): string {
    const bytes = this.#fill(new Uint8Array(16)) as Uint8Array;
    bytes[6] = ((bytes[6] as number) & 0x0f) | 0x40;
    bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80;
    let text = '';
    for (let at = 0; at < 16; at++) {
      text += (bytes[at] as number).toString(16).padStart(2, '0');
      if (at === 3 || at === 5 || at === 7 || at === 9) text += '-';
    }
    return text;
  }
}

function hash(text: string, start: number): number {
  let state = start ^ text.length;
  for (let at = 0; at < text.length; at++) {
    state = Math.imul(state ^ text.charCodeAt(at), 0xcc9e2d51);
    state = (state << 15) | (state >>> 17);
    state = (Math.imul(state, 5) + 0xe6546b64) | 0;
  }
  state = Math.imul(state ^ (state >>> 16), 0x85ebca6b);
  state = Math.imul(state ^ (state >>> 13), 0xc2b2ae35);
  return state ^ (state >>> 16);
}
