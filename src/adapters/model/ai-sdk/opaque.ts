import type { ModelMessage } from '../../../core/model/conversation.ts';
import type { Json } from '../../../core/model/json.ts';
import { listOf, recordOf } from '../../../core/model/untrusted-json.ts';
import type { ProviderData } from './provider.ts';

type AssistantMessage = Extract<ModelMessage, { role: 'assistant' }>;

/** A part of an answer in its place among the others. `data`: what the provider said of it and wants back. */
export type Part =
  | { readonly type: 'text'; readonly text: string; readonly data: ProviderData | null }
  | { readonly type: 'reasoning'; readonly text: string; readonly data: ProviderData | null }
  | { readonly type: 'call'; readonly id: string; readonly data: ProviderData | null };

/**
 * What the provider has to be given back beyond the texts and calls of a message: null where they say it all. `by` is the provider, for
 * whom alone it has a meaning.
 */
export function opaqueOf(parts: readonly Part[], by: string): Json | null {
  if (parts.every(({ type, data }) => type !== 'reasoning' && data === null)) return null;
  return { by, parts: parts as unknown as Json };
}

/** The parts of a message in their order: as the same provider gave them where the message still is what it was, else its text and its calls. */
export function partsOf(message: AssistantMessage, by: string): readonly Part[] {
  const plain: Part[] = [
    { type: 'text', text: message.text, data: null },
    ...message.calls.map(({ id }): Part => ({ type: 'call', id, data: null })),
  ];
  const opaque = recordOf(message.opaque);
  if (opaque?.by !== by) return plain;
  const parts = listOf(opaque.parts) as readonly Part[];
  const ids = parts.flatMap((part) => (part.type === 'call' ? [part.id] : []));
  const isSame = textIn(parts) === message.text && ids.join('\n') === message.calls.map(({ id }) => id).join('\n');
  return isSame ? parts : plain;
}

export const textIn = (parts: readonly Part[]): string => parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
