import type { EffectClass } from '../../../core/model/effect-class.ts';
import type { Failure } from '../../../core/model/failure.ts';
import type { Json } from '../../../core/model/json.ts';
import { fail, ok, type Result } from '../../../core/model/result.ts';
import { quoted } from '../../../core/model/shown-text.ts';
import { type Primitive, type PrimitiveContext, type PrimitiveResult, primitive } from '../../../ports/primitive.ts';
import { type HostRules, named } from './host-rules.ts';
import { type BodyOptions, bodyOf, readBody, unpacked } from './http-body.ts';
import { type HttpResponse, sendRequest } from './http-request.ts';

const limitBytes = 32 * 1024 * 1024;
const mostRedirects = 10;

/** As the standard has it: doing a PUT or a DELETE twice is as doing it once. */
const classes: Readonly<Record<string, EffectClass>> = {
  GET: 'read',
  HEAD: 'read',
  PUT: 'idempotent',
  DELETE: 'idempotent',
  POST: 'write',
  PATCH: 'write',
};

/** `ctx.http.get`, `head`, `post`, `put`, `patch`, `delete`, to the hosts that the rules name. */
export const httpPrimitives = (rules: HostRules): Primitive[] =>
  Object.entries(classes).map(([method, effect]) => methodPrimitive(rules, method, effect));

interface Options extends BodyOptions {
  readonly headers?: Readonly<Record<string, string>>;
  readonly as?: 'json' | 'text' | 'bytes';
}

const texts = { type: 'object', additionalProperties: { type: 'string' } } as const;

function methodPrimitive(rules: HostRules, method: string, effect: EffectClass): Primitive {
  const verb = method.toLowerCase();
  const sends = effect !== 'read';
  const body: { readonly [key: string]: Json } = sends
    ? {
        json: {},
        text: { type: 'string' },
        form: texts,
        bytes: { type: 'object', properties: { $blob: { type: 'string' } }, required: ['$blob'] },
      }
    : {};
  const given = sends ? 'headers, json | text | form | bytes, as' : 'headers, as';
  return primitive({
    name: `http.${verb}`,
    description: `${method} of HTTP: http.${verb}(url, { ${given} }) gives { status, headers, body, bytes }. body is JSON where the answer says so, else text, else { $blob: base64 }; as: "json" | "text" | "bytes" decides otherwise. A status such as 404 is no error.`,
    arguments: {
      type: 'array',
      prefixItems: [
        { type: 'string', minLength: 1 },
        { type: 'object', properties: { headers: texts, as: { enum: ['json', 'text', 'bytes'] }, ...body }, additionalProperties: false },
      ],
      items: false,
      minItems: 1,
    },
    result: {
      type: 'object',
      properties: { status: { type: 'integer' }, headers: texts, bytes: { type: 'integer' } },
      required: ['status', 'headers', 'body', 'bytes'],
    },
    effect,
    settles: ([url]) => (isKeyed(rules, url as string) ? 'keyed' : 'none'),
    perform: ([url, options = {}], call) => perform(rules, method, effect, url as string, options as Options, call),
  });
}

const isKeyed = (rules: HostRules, url: string): boolean => {
  const parsed = URL.parse(url);
  return parsed !== null && named(rules.keyed, parsed) !== null;
};

async function perform(
  rules: HostRules,
  method: string,
  effect: EffectClass,
  address: string,
  options: Options,
  call: PrimitiveContext,
): Promise<Result<PrimitiveResult, Failure>> {
  const body = bodyOf(options);
  const writes = effect !== 'read';
  let headers: Record<string, string> = {
    ...(body === null ? {} : { 'content-type': body.type }),
    ...(writes ? { 'idempotency-key': call.key } : {}),
    ...lowerCased(options.headers ?? {}),
  };
  let url = URL.parse(address);
  for (let redirects = 0; ; redirects++) {
    const allowed = allowedUrl(rules, url, address);
    if (!allowed.ok) return allowed;
    const { to, mayBePrivate } = allowed.value;
    const { timeoutMs, signal } = call;
    const answer = await sendRequest({
      method,
      url: to,
      headers,
      body: body?.bytes ?? null,
      mayBePrivate,
      addsUp: effect === 'write',
      timeoutMs,
      signal,
      limitBytes,
    });
    if (!answer.ok) return answer;
    const { location } = answer.value.headers;
    // What writes is not sent to where it was not meant to go: code sees the redirect and decides.
    const moves = !writes && [301, 302, 303, 307, 308].includes(answer.value.status) && location !== undefined;
    if (!moves) return resultOf(to, answer.value, options.as);
    if (redirects === mostRedirects)
      return fail({ kind: 'refused', message: `${quoted(address)} leads on more than ${mostRedirects} times` });
    url = URL.parse(location as string, to);
    // What was meant for one host is not told another one.
    if (url?.origin !== to.origin)
      headers = Object.fromEntries(
        Object.entries(headers).filter(
          ([name]) => !['authorization', 'cookie', 'proxy-authorization'].includes(name) && !name.startsWith('x-'),
        ),
      );
  }
}

function allowedUrl(rules: HostRules, url: URL | null, address: string): Result<{ to: URL; mayBePrivate: boolean }, Failure> {
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:'))
    return fail({ kind: 'refused', message: `${quoted(url?.href ?? address)} is no address of http: or https:` });
  if (url.username !== '' || url.password !== '')
    return fail({ kind: 'refused', message: 'the address holds a password', hint: 'use a header: authorization, with a secret' });
  const how = named(rules.allowed, url);
  if (how !== null) return ok({ to: url, mayBePrivate: how === 'exactly' });
  const listed = rules.allowed.length === 0 ? 'none are' : `these are: ${rules.allowed.join(', ')}`;
  return fail({ kind: 'refused', message: `${quoted(url.host)} is no host that code may reach`, hint: `${listed}; a person can add it` });
}

const lowerCased = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

function resultOf(url: URL, { status, headers, body }: HttpResponse, as: Options['as']): Result<PrimitiveResult, Failure> {
  let plain: Buffer;
  try {
    plain = unpacked(body, headers['content-encoding'] ?? '', limitBytes);
  } catch (error) {
    return fail({ kind: 'invalid_output', message: `${url.host} answered with what cannot be unpacked: ${(error as Error).message}` });
  }
  return ok({ value: { status, headers, body: readBody(plain, headers['content-type'] ?? '', as), bytes: plain.length }, nanoUsd: 0 });
}
