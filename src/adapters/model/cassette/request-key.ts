import { canonicalText } from '../../../core/model/canonical-json.ts';
import { digestOf } from '../../../core/model/digest.ts';
import type { Json } from '../../../core/model/json.ts';
import type { ModelRequest } from '../../../ports/model.ts';

/** What of a request decides its answer, as it is written down: without secrets, and with the digest it is known again by. */
export interface RequestKey {
  readonly digest: string;
  readonly asked: Json;
}

/** `redact` takes out what must not be written down. The digest is that of what is left, so that a replay needs no secret. */
export function requestKeyOf(request: ModelRequest, redact: (text: string) => string): RequestKey {
  const { system, messages, tools, toolChoice, replySchema, maxOutputTokens } = request;
  const asked = redacted({ system, messages, tools, toolChoice, replySchema, maxOutputTokens } as unknown as Json, redact);
  return { digest: digestOf(canonicalText(asked)), asked };
}

/** A value with every text in it redacted, and fit for canonical JSON: a half of a surrogate pair, which cutting leaves, has no UTF-8. */
export function redacted(value: Json, redact: (text: string) => string): Json {
  if (typeof value === 'string') return redact(value).replace(/\p{Cs}/gu, '\ufffd');
  if (Array.isArray(value)) return value.map((each) => redacted(each, redact));
  if (typeof value !== 'object' || value === null) return value;
  // fromEntries makes own keys, whatever they are called.
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [redacted(key, redact) as string, redacted(each, redact)]));
}
