import { EventData } from '../../../core/model/event-data.ts';
import { recordOf } from '../../../core/model/untrusted-json.ts';
import { ChatRepair } from './chat-repair.ts';
import { parsedJson } from './tools.ts';

type Fetch = typeof globalThis.fetch;

/** `fetch` for servers that speak OpenAI's chat API in their own way: what they answer is mended before the SDK reads it. */
export function repairedFetch(fetch: Fetch): Fetch {
  return async (input, init) => {
    const response = await withoutUnknownOptions(fetch, input, init);
    if (!response.ok || response.body === null) return response;
    const isStream = /^text\/event-stream\b/i.test(response.headers.get('content-type') ?? '');
    const events = isStream ? eventsOf(response.body) : documentOf(response);
    return new Response(streamOf(events), { status: 200, headers: { 'content-type': 'text/event-stream' } });
  };
}

/** Older servers refuse `stream_options` by its name: they are asked without, and the tokens stay unknown. */
async function withoutUnknownOptions(fetch: Fetch, input: Parameters<Fetch>[0], init: Parameters<Fetch>[1]): Promise<Response> {
  const response = await fetch(input, init);
  if (response.status !== 400 || typeof init?.body !== 'string') return response;
  const { status, headers } = response;
  const said = await response.text();
  const { stream_options: options, ...body } = JSON.parse(init.body);
  if (options === undefined || !said.includes('stream_options')) return new Response(said, { status, headers });
  return fetch(input, { ...init, body: JSON.stringify(body) });
}

async function* eventsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const repair = new ChatRepair();
  const data = new EventData();
  const decoder = new TextDecoder();
  for await (const piece of body) {
    for (const each of data.push(decoder.decode(piece, { stream: true }))) yield* repair.push(each);
    // Some gateways leave the connection open behind the end.
    if (repair.isDone) break;
  }
  // An event that the end of the connection cut in two is a broken answer, not a wrong one.
  for (const each of [...data.push(decoder.decode()), ...data.end()]) if (isWhole(each)) yield* repair.push(each);
  yield* repair.end();
  // A server that just stops is a connection that broke: the SDK would make an error of its own of it.
  if (!repair.hasEnded) throw Object.assign(new Error('the stream ended before the answer'), { code: 'ERR_STREAM_PREMATURE_CLOSE' });
}

const isWhole = (event: string): boolean => event === '[DONE]' || parsedJson(event) !== undefined;

async function* documentOf(response: Response): AsyncGenerator<string> {
  const text = await response.text();
  const fields = recordOf(parsedJson(text));
  if (fields === null) {
    // It goes on as it is: what it says is told.
    yield text.replaceAll('\n', ' ');
    return;
  }
  const repair = new ChatRepair();
  yield* repair.document(fields);
  yield* repair.end();
}

/** As a stream of events. What breaks the one breaks the other; who gives up the one lets go of the other. */
function streamOf(events: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await events.next();
        if (done) controller.close();
        else controller.enqueue(encoder.encode(`data: ${value}\n\n`));
      } catch (error) {
        controller.error(error);
      }
    },
    async cancel() {
      await events.return(undefined);
    },
  });
}
