import { writeSync } from 'node:fs';
import { Socket } from 'node:net';
import type { FromChild, ToChild } from '../frames.ts';

const { parse, stringify } = JSON;
const { concat, from } = Buffer;
const exit = process.exit.bind(process);

const newline = 0x0a;

/**
 * The one way in and out: frames come in on descriptor 3 and go out on 4. Writing is synchronous, so that what the code did
 * before it went into an endless loop has been told. When the other end has gone, so has the reason to be here.
 */
export class Channel {
  #parts: Buffer[] = [];

  constructor(onFrame: (frame: ToChild) => void) {
    const socket = new Socket({ fd: 3, readable: true, writable: false });
    socket.on('data', (chunk: Buffer) => this.#take(chunk, onFrame));
    socket.on('error', () => exit(0));
    socket.on('close', () => exit(0));
  }

  send(frame: FromChild): void {
    this.write(stringify(frame));
  }

  /** A frame that is text already. */
  write(text: string): void {
    const bytes = from(`${text}\n`);
    try {
      for (let at = 0; at < bytes.length; ) at += writeSync(4, bytes, at);
    } catch {
      exit(0);
    }
  }

  #take(chunk: Buffer, onFrame: (frame: ToChild) => void): void {
    let rest = chunk;
    for (let end = rest.indexOf(newline); end !== -1; end = rest.indexOf(newline)) {
      const line = concat([...this.#parts, rest.subarray(0, end)]);
      this.#parts = [];
      rest = rest.subarray(end + 1);
      onFrame(parse(line.toString()) as ToChild);
    }
    if (rest.length > 0) this.#parts.push(rest);
  }
}
