import type { Usage } from '../../../core/events/event-parts.ts';
import type { Failure } from '../../../core/model/failure.ts';
import { withoutThoughts } from '../../../core/model/thoughts.ts';
import { amountOf, listOf, recordOf, textOf } from '../../../core/model/untrusted-json.ts';

type Fields = Readonly<Record<string, unknown>>;

/** One answer of the API, put together from the pieces of a stream or taken from one document. */
export class Completion {
  #text = '';
  #refusal = '';
  #finishReason: string | null = null;
  #done = false;
  #error: Fields | null = null;
  #usage: Fields | null = null;
  #model: string | null = null;

  /** A piece of a stream, or the whole document: they differ in `delta` and `message` only. */
  add(part: Fields): void {
    this.#error ??= recordOf(part.error) ?? (textOf(part.error) === null ? null : { message: part.error });
    this.#usage = recordOf(part.usage) ?? this.#usage;
    this.#model = textOf(part.model) ?? this.#model;
    const choice = recordOf(listOf(part.choices)[0]);
    const message = recordOf(choice?.delta) ?? recordOf(choice?.message);
    this.#text += contentOf(message?.content);
    this.#refusal += typeof message?.refusal === 'string' ? message.refusal : '';
    this.#finishReason = textOf(choice?.finish_reason) ?? this.#finishReason;
  }

  /** The stream was ended as the protocol wants it, or the document was whole. */
  finish(): void {
    this.#done = true;
  }

  /** An error that came inside a response that began well. */
  get error(): Fields | null {
    return this.#error;
  }

  /** Tokens as the server counted them; the price nobody tells. */
  usage(askedModel: string): Usage {
    const cached = amountOf(recordOf(this.#usage?.prompt_tokens_details)?.cached_tokens);
    return {
      nanoUsd: null,
      inputTokens: amountOf(this.#usage?.prompt_tokens),
      ...(cached === null ? {} : { cachedInputTokens: cached }),
      outputTokens: amountOf(this.#usage?.completion_tokens),
      model: this.#model ?? askedModel,
    };
  }

  reply(): { readonly ok: true; readonly text: string } | { readonly ok: false; readonly failure: Failure } {
    const incomplete = (message: string) => ({ ok: false, failure: { kind: 'incomplete', message, retryable: true } }) as const;
    if (this.#refusal.trim() !== '') return { ok: false, failure: { kind: 'refused', message: this.#refusal.trim(), retryable: false } };
    switch (this.#finishReason) {
      case 'content_filter':
        return { ok: false, failure: { kind: 'refused', message: 'The provider’s content filter stopped the answer.', retryable: false } };
      case 'length':
        return incomplete('The answer was cut off at the limit of its length or of the model’s context.');
      case 'tool_calls':
      case 'function_call':
        return incomplete('The model asked for a tool, and none was offered to it.');
      case null:
        if (!this.#done) return incomplete('The answer broke off before its end.');
    }
    const text = withoutThoughts(this.#text);
    if (text === null) return incomplete('The answer ended while the model was still thinking.');
    return text.trim() === '' ? incomplete('The model gave an empty answer.') : { ok: true, text };
  }
}

/** A text, or a list of parts of which some are text. */
function contentOf(content: unknown): string {
  if (typeof content === 'string') return content;
  return listOf(content)
    .map((part) => recordOf(part)?.text)
    .filter((text) => typeof text === 'string')
    .join('');
}
