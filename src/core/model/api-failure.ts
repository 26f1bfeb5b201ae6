import type { Failure } from './failure.ts';
import { providerFailureOf } from './provider-failure.ts';
import { retryAtMs } from './retry-after.ts';
import { amountOf, listOf, recordOf, textOf } from './untrusted-json.ts';

type Fields = Readonly<Record<string, unknown>>;

/** What the API of a model's provider said instead of an answer. */
export interface ApiRefusal {
  /** The HTTP status; null for an error inside an answer that had begun. */
  readonly status: number | null;
  /** The body of the refusal as it came, or the error as an object. */
  readonly body: unknown;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
}

/**
 * An API's refusal as a failure, in the forms of OpenAI, Anthropic, Gemini and those who speak like them. What an error calls itself wins
 * over its status: providers send these with the status of something milder.
 */
export function apiFailureOf({ status, body, headers }: ApiRefusal, nowMs: number): Failure {
  const error = errorIn(body);
  const said = textOf(error.message) ?? textOf(body)?.trim() ?? null;
  const message =
    status === null ? (said ?? 'The server broke off the answer with an error.') : `${said ?? 'no reason given'} (HTTP ${status})`;
  const names = [error.code, error.type, error.status, ...listOf(error.details).map((detail) => recordOf(detail)?.reason)];
  for (const name of names) {
    const kind = kinds.get(String(name));
    if (kind !== undefined) return { kind, message, retryable: false };
  }
  const told = wordings.find(({ words }) => said !== null && words.test(said));
  if (told !== undefined && (status === null || status === 400)) return { kind: told.kind, message, retryable: false };
  const known = status ?? amountOf(error.status) ?? amountOf(error.code) ?? names.map((name) => statuses.get(String(name))).find(Boolean);
  return providerFailureOf({ status: known ?? null, message, resetsAt: retryDelayMs(error, nowMs) ?? retryAtMs(headers, nowMs) }, nowMs);
}

const kinds: ReadonlyMap<string, Failure['kind']> = new Map([
  ['insufficient_quota', 'quota'],
  ['billing_error', 'quota'],
  ['context_length_exceeded', 'too_large'],
  ['request_too_large', 'too_large'],
  ['content_filter', 'refused'],
  ['content_policy_violation', 'refused'],
  ['API_KEY_INVALID', 'auth'],
]);

/** Where an error of status 400 has no name of its own, its sentence is all there is to go by. */
const wordings: readonly { readonly words: RegExp; readonly kind: Failure['kind'] }[] = [
  { words: /credit balance is too low/i, kind: 'quota' },
  {
    words: /prompt is too long|maximum context length|exceeds the maximum number of tokens|exceeds? the (available )?context/i,
    kind: 'too_large',
  },
];

/** What errors inside a stream, which has no status, call themselves. */
const statuses: ReadonlyMap<string, number> = new Map([
  ['authentication_error', 401],
  ['permission_error', 403],
  ['invalid_request_error', 400],
  ['INVALID_ARGUMENT', 400],
  ['rate_limit_error', 429],
  ['rate_limit_exceeded', 429],
  ['RESOURCE_EXHAUSTED', 429],
  ['api_error', 500],
  ['server_error', 500],
  ['INTERNAL', 500],
  ['UNAVAILABLE', 503],
  ['timeout_error', 504],
  ['DEADLINE_EXCEEDED', 504],
  ['overloaded_error', 529],
]);

/** The error of a body: under `error`, in a list of one (Gemini's), or the body itself; a text is its message. */
function errorIn(body: unknown): Fields {
  const document = typeof body === 'string' ? parsed(body) : body;
  const fields = recordOf(document) ?? recordOf(listOf(document)[0]);
  const inner = textOf(fields?.error);
  return recordOf(fields?.error) ?? (inner === null ? fields : { message: inner }) ?? {};
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Gemini says it in the error itself: `{"retryDelay": "34.5s"}`. */
function retryDelayMs(error: Fields, nowMs: number): number | null {
  for (const detail of listOf(error.details)) {
    const seconds = /^(\d+(?:\.\d+)?)s$/.exec(textOf(recordOf(detail)?.retryDelay) ?? '')?.[1];
    if (seconds !== undefined) return nowMs + Number(seconds) * 1000;
  }
  return null;
}
