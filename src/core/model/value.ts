/**
 * Text or bytes that a step produced. Up to `inlineLimitBytes` of valid UTF-8 stand in the event itself; anything larger,
 * or bytes that are no UTF-8, are a content-addressed blob beside the journal (`blob` is its sha256 in hex).
 */
export type Value = { readonly text: string } | { readonly blob: string; readonly bytes: number };

/** As much as one environment variable may safely hold: what is inline may go by environment, a blob goes by file. */
export const inlineLimitBytes = 96 * 1024;

export const emptyValue: Value = { text: '' };
