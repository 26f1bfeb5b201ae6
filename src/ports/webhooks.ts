import type { Failure } from '../core/model/failure.ts';
import type { Json } from '../core/model/json.ts';
import type { Result } from '../core/model/result.ts';

/** Where calls of webhooks come in, from this machine alone. What they mean is for `receive` to say, which never rejects. */
export interface Webhooks {
  /** Listens on a port of the loopback, 0 = one that is free. Fails with `refused` where somebody else has it. */
  listen(port: number, receive: (call: HookCall) => Promise<HookAnswer>): Promise<Result<Listening, Failure>>;
}

export interface HookCall {
  /** The last part of its path. */
  readonly name: string;
  /** What stands behind "Bearer"; null = nothing. */
  readonly token: string | null;
  /** The header Idempotency-Key; null = none. */
  readonly eventId: string | null;
  /** Its body: JSON, else its text; null = it has none. */
  readonly payload: Json;
}

export interface HookAnswer {
  readonly status: 202 | 400 | 401 | 409 | 429 | 503;
  readonly body: { readonly [key: string]: Json };
}

export interface Listening {
  readonly port: number;
  /** Takes no calls any more; those that it has are answered. */
  close(): Promise<void>;
}
