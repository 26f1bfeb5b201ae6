import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads';

/** What came of it; `error` is null where it went well. */
export interface Stripped {
  readonly text: string;
  readonly error: { readonly message: string; readonly stack: string; readonly code: string } | null;
}

/** As long as it may take: half a megabyte took 2 s on a slow machine. */
const patienceMs = 30_000;

/** CommonJS, as a text is run as that. */
const program = `
const { workerData: { port, signal } } = require('node:worker_threads');
const { stripTypeScriptTypes } = require('node:module');
process.emitWarning = () => {};
port.on('message', (code) => {
  let answer;
  try {
    answer = { text: stripTypeScriptTypes(code, { mode: 'strip' }), error: null };
  } catch ({ message, stack, code }) {
    answer = { text: '', error: { message: String(message), stack: String(stack), code: String(code) } };
  }
  port.postMessage(answer);
  Atomics.add(signal, 0, 1);
  Atomics.notify(signal, 0);
});
`;

/**
 * What strips types, in a thread of its own: it is WebAssembly, and once it has run out of stack it strips nothing any more where it runs.
 * Kept for the next code, and never what keeps a process alive.
 */
class StripperApart {
  private readonly signal = new Int32Array(new SharedArrayBuffer(4));
  private readonly port: MessagePort;
  private readonly worker: Worker;

  constructor() {
    const { port1, port2 } = new MessageChannel();
    this.port = port1;
    this.worker = new Worker(program, {
      eval: true,
      execArgv: [],
      workerData: { port: port2, signal: this.signal },
      transferList: [port2],
    });
    this.worker.on('error', () => {});
    this.worker.unref();
    this.port.unref();
  }

  /** null = it gave no answer: what it was given is beyond it. */
  strip(code: string): Stripped | null {
    const before = Atomics.load(this.signal, 0);
    this.port.postMessage(code);
    Atomics.wait(this.signal, 0, before, patienceMs);
    return (receiveMessageOnPort(this.port)?.message as Stripped | undefined) ?? null;
  }

  end(): void {
    this.port.close();
    void this.worker.terminate();
  }
}

let kept: StripperApart | null = null;

/** Code without its types, stripped where it can break nothing; null = it is beyond what strips types. */
export function strippedApart(code: string): Stripped | null {
  kept ??= new StripperApart();
  const stripped = kept.strip(code);
  if (stripped !== null && !isBroken(stripped)) return stripped;
  kept.end();
  kept = null;
  return null;
}

/** Whether an error is none of the code's but of what strips types: the next code would have it too. */
export const isBroken = ({ error }: Pick<Stripped, 'error'>): boolean => error !== null && !/_TYPESCRIPT_SYNTAX$/.test(error.code);
