import type { Outcome } from '../core/events/event.ts';
import type { Redactor } from '../core/secrets/redactor.ts';

/** What the engine and the workspace go by: names of kinds, of objects and of states. None of it comes from outside. */
const structural: ReadonlySet<string> = new Set([
  'type',
  'kind',
  'id',
  'tree',
  'head',
  'ref',
  'commit',
  'parent',
  'blob',
  'status',
  'outcome',
  'subject',
]);

/**
 * What came of an intent, as it is stored and shown: without the values of secrets, whatever in it they stand in. Values that later steps compute
 * with lose nothing else; sentences, and the prompt that was sent, also what looks like a live credential.
 */
export function redactedOutcome(outcome: Outcome, redactor: Redactor): Outcome {
  const clean = walked(outcome, redactor) as Outcome;
  if (outcome.type !== 'prompt.ended' || !('text' in outcome.prompt)) return clean;
  return { ...clean, prompt: { text: redactor.words(outcome.prompt.text) } } as Outcome;
}

function walked(given: unknown, redactor: Redactor): unknown {
  if (typeof given === 'string') return redactor.words(given);
  if (Array.isArray(given)) return given.map((each) => walked(each, redactor));
  if (typeof given !== 'object' || given === null) return given;
  const fields = Object.entries(given);
  // A `Value`: text that is handed on, and nothing beside it.
  if (fields.length === 1 && 'text' in given && typeof given.text === 'string') return { text: redactor.text(given.text) };
  return Object.fromEntries(
    fields.map(([key, value]) => [key, structural.has(key) && typeof value === 'string' ? value : walked(value, redactor)]),
  );
}
