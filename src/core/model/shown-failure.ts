import type { Failure } from './failure.ts';

/** As much of a provider's words is shown. */
const shownChars = 600;

/** Keys shorter than this are no secrets but fillers ("ollama"), and words that messages need. */
const shortestKey = 8;

/** A failure as it may be shown. Servers like to repeat a wrong key in their message; it goes before the message is cut. */
export function shownFailure(failure: Failure, apiKey: string | null): Failure {
  const message = apiKey === null || apiKey.length < shortestKey ? failure.message : failure.message.replaceAll(apiKey, '[key]');
  return { ...failure, message: message.length > shownChars ? `${message.slice(0, shownChars)}…` : message };
}
