const unitMs = new Map([
  ['ms', 1],
  ['s', 1000],
  ['m', 60_000],
  ['h', 3_600_000],
  ['d', 86_400_000],
]);

/** Times as providers and agents write them: `37s`, `11.054s`, `1h23m4s`, `3 days 2 hours`. */
const duration = /(\d+(?:\.\d+)?)\s*(ms|d|h|m|s)[a-z]*/gi;

/**
 * When a limit ends, in milliseconds since 1970, from a sentence of the program's own: after a while ("try again in 11.054s",
 * "retry after 37s") or at a time of the local clock ("try again at 5:33 PM", "at Dec 3rd, 2026 5:33 PM"). null = not said.
 */
export function resetTimeIn(sentence: string, nowMs: number): number | null {
  const after = /(?:try again in|retry(?:ing)? (?:after|in))\s+(\d[\d.a-z\s]*)/i.exec(sentence)?.[1];
  if (after !== undefined) return afterOf(after, nowMs);
  const at = /try again at (.*?[ap]m)\b/i.exec(sentence)?.[1];
  return at === undefined ? null : clockTimeOf(at, nowMs);
}

/** A duration in milliseconds (`37s`, `3 days 2 hours`); null for what is none. */
export function durationMsOf(text: string): number | null {
  let ms: number | null = null;
  for (const [, amount, unit] of text.matchAll(duration)) ms = (ms ?? 0) + Number(amount) * (unitMs.get(unit?.toLowerCase() ?? '') ?? 0);
  return ms === null ? null : Math.ceil(ms);
}

function afterOf(text: string, nowMs: number): number | null {
  const ms = durationMsOf(text);
  return ms === null ? null : nowMs + ms;
}

/** A time without a day is today's, and is cut to the minute: so the next one is sure. */
function clockTimeOf(text: string, nowMs: number): number | null {
  const today = new Date(nowMs);
  const hasDay = /\d{4}/.test(text);
  const day = `${today.getFullYear()}-${today.getMonth() + 1}-${today.getDate()}`;
  const ms = Date.parse(hasDay ? text.replace(/(\d)(st|nd|rd|th)\b/, '$1') : `${day} ${text}`);
  return Number.isNaN(ms) ? null : ms + 60_000;
}
