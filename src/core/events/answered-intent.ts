import type { Intent, IntentType, Outcome } from './event.ts';

/** The intent that an outcome answers, as the kind that it has to be. Throws for a journal that pairs what does not belong together. */
export function answeredIntent<T extends IntentType>(type: T, intent: Intent, outcome: Outcome): Extract<Intent, { type: T }> {
  if (intent.type !== type) throw new Error(`the journal answers operation ${intent.op} (${intent.type}) with ${outcome.type}`);
  return intent as Extract<Intent, { type: T }>;
}
