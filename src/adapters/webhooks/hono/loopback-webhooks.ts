import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { Failure } from '../../../core/model/failure.ts';
import type { Json } from '../../../core/model/json.ts';
import { fail, ok } from '../../../core/model/result.ts';
import type { HookAnswer, HookCall, Listening, Webhooks } from '../../../ports/webhooks.ts';

const host = '127.0.0.1';

/** As much as a call may bring. More is refused before it is read. */
const mostBytes = 256 * 1024;

/** So long a call may take to bring it. */
const patienceMs = 10_000;

/** Calls of webhooks over HTTP, on the loopback. */
export const loopbackWebhooks: Webhooks = {
  listen(port, receive) {
    const app = appWith(receive);
    return new Promise((resolve) => {
      const server = serve(
        { fetch: app.fetch, hostname: host, port, serverOptions: { requestTimeout: patienceMs } },
        ({ port: taken }: AddressInfo) => resolve(ok(listening(server, taken))),
      );
      server.on('error', (error: NodeJS.ErrnoException) => resolve(fail(failureOf(error, port))));
    });
  },
};

const listening = (server: ReturnType<typeof serve>, port: number): Listening => ({
  port,
  close: () => new Promise((resolve) => void server.close(() => resolve())),
});

function appWith(receive: (call: HookCall) => Promise<HookAnswer>): Hono {
  const app = new Hono();
  // A page in a browser on this machine can send here too, under a name of its own.
  app.use(async (context, next) => {
    const name = (context.req.header('host') ?? '').replace(/:\d+$/, '');
    if (name !== host && name !== 'localhost') return said(context, 403, 'this is only answered as 127.0.0.1 or localhost');
    if (context.req.header('origin') !== undefined) return said(context, 403, 'pages in a browser are not answered');
    return next();
  });
  const tooLarge = (context: Context): Response => said(context, 413, `a call brings ${mostBytes} bytes at most`);
  app.post('/hooks/:name', bodyLimit({ maxSize: mostBytes, onError: tooLarge }), async (context) => {
    const text = await context.req.text();
    const [, token = null] = /^Bearer\s+(\S+)\s*$/i.exec(context.req.header('authorization') ?? '') ?? [];
    const eventId = context.req.header('idempotency-key') ?? null;
    const { status, body } = await receive({ name: context.req.param('name'), token, eventId, payload: payloadOf(text) });
    return context.json(body, status, status === 429 ? { 'Retry-After': '60' } : {});
  });
  app.notFound((context) => said(context, 404, 'POST /hooks/NAME is all that there is here'));
  app.onError((_, context) => said(context, 400, 'the call could not be read'));
  return app;
}

const said = (context: Context, status: 400 | 403 | 404 | 413, error: string): Response => context.json({ error }, status);

function payloadOf(text: string): Json {
  if (text.trim() === '') return null;
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
}

const failureOf = (error: NodeJS.ErrnoException, port: number): Failure => ({
  kind: error.code === 'EADDRINUSE' ? 'refused' : 'io',
  message:
    error.code === 'EADDRINUSE'
      ? `port ${port} of ${host} is in use`
      : `webhooks cannot be listened for on ${host}:${port}: ${error.message}`,
  hint: 'name another one with --port, or 0 for one that is free',
});
