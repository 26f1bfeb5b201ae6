import type { Usage } from '../../../core/events/event-parts.ts';
import { nanoUsdOf } from '../../../core/model/money.ts';
import { amountOf, recordOf, textOf } from '../../../core/model/untrusted-json.ts';
import type { Fields } from '../../agent-cli/conversation.ts';
import { type Complaint, complaintOf } from './complaint.ts';

/** What the events of one call come to. Each field of each event is checked where it is read. */
export class Tally {
  /** The last event of type `result`. */
  result: Fields | null = null;
  /** The last structured error, as long as the agent has not gone on after it. */
  complaint: Complaint | null = null;
  /** When a rejecting rate limit ends, as the provider wrote it. */
  resetsAt: number | null = null;
  rateLimited = false;
  #model: string | null = null;
  /** Tokens by message, as one message comes in several events that each repeat its usage. */
  readonly #tokens = new Map<string, { readonly input: number; readonly output: number }>();

  add(event: Fields): void {
    switch (event.type) {
      case 'result':
        this.result = event;
        break;
      case 'rate_limit_event':
        this.#addRateLimit(recordOf(event.rate_limit_info) ?? {});
        break;
      case 'system':
        if (event.subtype === 'init') this.#model ??= textOf(event.model);
        break;
      case 'assistant':
        this.#addMessage(recordOf(event.message) ?? {});
        break;
    }
    const complaint = complaintOf(event);
    if (complaint) this.complaint = complaint;
    else if (event.type === 'assistant') this.complaint = null;
  }

  /** From the result; where there is none, the tokens of the messages that were seen, and no price. */
  usage(): Usage {
    const usage = recordOf(this.result?.usage);
    const costUsd = this.result?.total_cost_usd;
    return {
      nanoUsd: typeof costUsd === 'number' ? nanoUsdOf(costUsd) : null,
      ...(usage ? tokensOf(usage) : this.#seenTokens()),
      model: this.#model,
    };
  }

  #addRateLimit(info: Fields): void {
    this.rateLimited = info.status === 'rejected';
    this.resetsAt = this.rateLimited ? amountOf(info.resetsAt) : null;
  }

  #addMessage(message: Fields): void {
    const usage = recordOf(message.usage);
    const model = textOf(message.model);
    // The program's own words come as a message of this model.
    if (model === null || model === '<synthetic>') return;
    this.#model = model;
    if (!usage) return;
    const { inputTokens, outputTokens } = tokensOf(usage);
    this.#tokens.set(textOf(message.id) ?? `#${this.#tokens.size}`, { input: inputTokens ?? 0, output: outputTokens ?? 0 });
  }

  #seenTokens(): Pick<Usage, 'inputTokens' | 'outputTokens'> {
    if (this.#tokens.size === 0) return { inputTokens: null, outputTokens: null };
    let [inputTokens, outputTokens] = [0, 0];
    for (const { input, output } of this.#tokens.values()) {
      inputTokens += input;
      outputTokens += output;
    }
    return { inputTokens, outputTokens };
  }
}

/** The provider counts tokens that it reads from or writes to its cache apart from the others; all were input. */
function tokensOf(usage: Fields): Pick<Usage, 'inputTokens' | 'outputTokens'> {
  const input = [usage.input_tokens, usage.cache_creation_input_tokens, usage.cache_read_input_tokens].map(amountOf);
  return {
    inputTokens: input[0] === null ? null : input.reduce<number>((sum, each) => sum + (each ?? 0), 0),
    outputTokens: amountOf(usage.output_tokens),
  };
}
