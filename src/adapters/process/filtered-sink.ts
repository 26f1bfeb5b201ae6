import type { OutputFilter } from '../../ports/programs.ts';
import { type Kept, OutputSink } from './output-sink.ts';

/** As much is kept of what came in, for whoever looks at it: as much as is kept of what goes out. */
const rawLimitBytes = 64 * 1024 * 1024;

const newline = 0x0a;

/** An `OutputSink` behind a filter: what the filter takes out is in no file, not for a moment. */
export class FilteredSink {
  readonly #sink: OutputSink;
  readonly #filter: OutputFilter;
  readonly #raw: Buffer[] | null;
  #rawBytes = 0;

  /** @param keepsRaw whether what came in is kept too, in memory. */
  constructor(scratch: string, filter: OutputFilter, keepsRaw: boolean) {
    this.#sink = new OutputSink(scratch);
    this.#filter = filter;
    this.#raw = keepsRaw ? [] : null;
  }

  /** As in `OutputSink`. */
  write(chunk: Buffer): Promise<void> | null {
    const kept = chunk.subarray(0, Math.max(0, rawLimitBytes - this.#rawBytes));
    this.#raw?.push(kept);
    this.#rawBytes += kept.length;
    return this.#sink.write(asBuffer(this.#filter.push(chunk)));
  }

  get failure(): OutputSink['failure'] {
    return this.#sink.failure;
  }

  /** Call once, after the last write. `cut`: whether the program was ended before it had printed all. */
  async finish(cut: boolean): Promise<Kept & { readonly raw?: Uint8Array }> {
    const rest = this.#filter.end(cut);
    if (rest.length > 0) await this.#sink.write(asBuffer(rest));
    const kept = await this.#sink.finish();
    return this.#raw === null ? kept : { ...kept, raw: withoutNewlines(Buffer.concat(this.#raw)) };
  }
}

const asBuffer = ({ buffer, byteOffset, length }: Uint8Array): Buffer => Buffer.from(buffer, byteOffset, length);

function withoutNewlines(bytes: Buffer): Buffer {
  let end = bytes.length;
  while (end > 0 && bytes[end - 1] === newline) end--;
  return bytes.subarray(0, end);
}
