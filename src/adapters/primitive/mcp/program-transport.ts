import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { recordOf } from '../../../core/model/untrusted-json.ts';
import type { ProgramOutcome, ProgramRequest, Programs } from '../../../ports/programs.ts';
import { MessageLines } from './message-lines.ts';
import { Noise } from './noise.ts';

/** A message may be as long as the longest result that code can be given, and what is around it. */
const maxMessageBytes = 65 * 1024 * 1024;

/** How long a server has to end by itself once its stdin has ended; then it gets TERM, and a second later KILL. */
const partingMs = 500;

/** Codes of JSON-RPC and of this client: what a server sent that is no answer. */
export const tooLongCode = -32_098;
const unreadableCode = -32_099;

/** Much longer than any act. */
const foreverMs = 2 ** 31 - 1;

/** The messages of a server that runs as a program: one a line, on its stdin and its stdout. */
export class ProgramTransport implements Transport {
  // Named as the SDK has them.
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly noise = new Noise();
  /** How it ended, once nothing of its process group runs any more. */
  readonly ended: Promise<ProgramOutcome>;
  /** null while it runs. */
  outcome: ProgramOutcome | null = null;
  readonly #stop = new AbortController();
  readonly #input = new Input();

  constructor(programs: Programs, request: Pick<ProgramRequest, 'argv' | 'cwd' | 'env'>) {
    const { stdout, outcome } = programs.stream({
      ...request,
      stdin: this.#input,
      timeoutMs: foreverMs,
      signal: this.#stop.signal,
      maxBytes: 16 * 1024,
      endOfStderr: true,
    });
    this.ended = this.#read(stdout).then(async () => {
      // All that it said has been read by then: an answer with its last breath is one.
      this.outcome = await outcome;
      this.#input.end();
      this.onclose?.();
      return this.outcome;
    });
  }

  async start(): Promise<void> {
    // It runs already.
  }

  async #read(stdout: AsyncIterable<Buffer>): Promise<void> {
    const lines = new MessageLines(maxMessageBytes, {
      line: (line) => this.#take(line.toString()),
      tooLong: (head, tail, bytes) => this.#takeTooLong(head.toString(), tail.toString(), bytes),
    });
    for await (const chunk of stdout) lines.push(chunk);
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (this.outcome !== null) throw new Error('the server has ended');
    this.#input.push(`${JSON.stringify(message)}\n`);
  }

  /** Ends it: it may end by itself first, as its stdin does. */
  async close(): Promise<void> {
    this.#input.end();
    const late = setTimeout(() => this.#stop.abort(), partingMs);
    await this.ended;
    clearTimeout(late);
  }

  /** Ends it without a word. */
  kill(): void {
    this.#stop.abort();
  }

  #take(line: string): void {
    const message = messageIn(line);
    if (message === null) this.noise.add(line);
    else this.onmessage?.(message);
  }

  #takeTooLong(head: string, tail: string, bytes: number): void {
    const id = answeredId(head, tail);
    const message = `its answer has ${bytes} bytes, more than the ${maxMessageBytes} that one may have; ask for less at once`;
    if (id === null) this.noise.add(head);
    else this.onmessage?.({ jsonrpc: '2.0', id, error: { code: tooLongCode, message } });
  }
}

/** null for what is none. An answer of a form that nobody could read is one that says so: whoever waits for it would wait in vain. */
function messageIn(line: string): JSONRPCMessage | null {
  let read: unknown;
  try {
    read = JSON.parse(line);
  } catch {
    return null;
  }
  const message = recordOf(read);
  if (message?.jsonrpc !== '2.0') return null;
  if (typeof message.method === 'string') return message as unknown as JSONRPCMessage;
  const { id, result, error } = message;
  if (typeof id !== 'number' && typeof id !== 'string') return null;
  const isError = typeof recordOf(error)?.code === 'number' && typeof recordOf(error)?.message === 'string';
  if (recordOf(result) !== null || isError) return message as unknown as JSONRPCMessage;
  return { jsonrpc: '2.0', id, error: { code: unreadableCode, message: 'its answer is neither a result nor an error' } };
}

/** Which request a line answers, by its edges: programs write the id first or last. */
function answeredId(head: string, tail: string): number | null {
  const [, first] = /^\s*\{\s*(?:"jsonrpc"\s*:\s*"2\.0"\s*,\s*)?"id"\s*:\s*(\d+)\s*,/.exec(head) ?? [];
  const [, last] = /,\s*"id"\s*:\s*(\d+)\s*(?:,\s*"jsonrpc"\s*:\s*"2\.0"\s*)?\}\s*$/.exec(tail) ?? [];
  const id = first ?? last;
  return id === undefined ? null : Number(id);
}

/** What is written to a program's stdin, as it comes. */
class Input implements AsyncIterable<string> {
  #waiting: string[] = [];
  #ended = false;
  #wake: () => void = () => undefined;

  push(text: string): void {
    this.#waiting.push(text);
    this.#wake();
  }

  end(): void {
    this.#ended = true;
    this.#wake();
  }

  async *[Symbol.asyncIterator](): AsyncIterator<string> {
    for (;;) {
      const next = this.#waiting.shift();
      if (next !== undefined) yield next;
      else if (this.#ended) return;
      else
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
    }
  }
}
