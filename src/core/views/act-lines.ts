import type { CallProblem, StorageEnd } from '../events/act-event.ts';
import type { EffectEnded, EffectRequested } from '../events/effect-event.ts';
import type { Usage } from '../events/event-parts.ts';
import type { ActRunEvent } from '../events/run-event.ts';
import { durationText } from '../model/duration.ts';
import type { Value } from '../model/value.ts';

/** One line about an act for a person who watches, as it happens and as it is told afterwards. */
export interface ActLine {
  readonly mark: 'turn' | 'code' | 'effect' | 'write' | 'result' | 'failed' | 'says' | 'hears' | 'asks' | 'waits' | 'warning' | 'phase';
  /** 1 = a call of the turn above it, 2 = what its code did. */
  readonly depth: 0 | 1 | 2;
  readonly text: string;
  /** How long, what it cost; '' where there is nothing to say. */
  readonly aside: string;
}

const line = (mark: ActLine['mark'], depth: ActLine['depth'], text: string, aside = ''): ActLine => ({ mark, depth, text, aside });

/** What each event of an act says to a reader, most nothing. Fed with all events in their order. */
export class ActLines {
  private calls: readonly { readonly name: string; readonly arguments: Value; readonly problem: CallProblem | null }[] = [];
  private readonly tools = new Map<number, string>();
  private entrypoint = '';
  private persist = false;
  private readonly effects = new Map<number, EffectRequested>();

  of(event: ActRunEvent): ActLine[] {
    switch (event.type) {
      case 'turn.requested':
        return event.wait === null
          ? []
          : [line('waits', 0, `turn ${event.turn}: the model is asked again after ${durationText(event.wait.forMs)}`)];
      case 'turn.ended':
        if (!event.reply.ok) return [line('failed', 0, `the model: ${event.reply.failure.message}`, usageText(event.usage))];
        this.calls = event.reply.calls;
        if (event.reply.calls.length > 0) return [line('turn', 0, firstLine(event.reply.text) || 'goes on', usageText(event.usage))];
        // The last answer is shown whole in the end; of an act that stays, each is one of many.
        return this.persist ? [line('says', 0, firstLine(event.reply.text), usageText(event.usage))] : [];
      case 'tool.requested': {
        const call = this.calls[event.call];
        if (call === undefined) return [];
        this.tools.set(event.op, call.name);
        return [line('code', 1, callText(call.name, call.arguments))];
      }
      case 'call.refused':
        return [line('failed', 1, `${this.calls[event.call]?.name ?? 'a call'} was not carried out: ${event.told}`)];
      case 'tool.ended': {
        const isCode = this.tools.get(event.op) === 'execute_code';
        const text = firstLine(event.output);
        if (event.isError) return [line('failed', 1, text, durationText(event.durationMs))];
        return isCode ? [line('result', 1, text, durationText(event.durationMs))] : [];
      }
      case 'act.started':
        this.entrypoint = event.settings.entrypoint?.name ?? '';
        this.persist = event.settings.persist;
        return [];
      case 'entrypoint.requested':
        return [line('code', 1, `${this.entrypoint}, a stored function`)];
      case 'entrypoint.ended':
        return [line(event.result.ok ? 'result' : 'failed', 1, firstLine(event.output), durationText(event.durationMs))];
      case 'effect.requested':
        this.effects.set(event.op, event);
        return [];
      case 'effect.ended': {
        const requested = this.effects.get(event.op);
        return requested === undefined ? [] : [effectLine(requested, event)];
      }
      case 'effect.held':
        return [line('asks', 2, event.question)];
      case 'effect.judged':
        return [line('hears', 2, `${event.approved ? 'yes' : 'no'}, says ${event.by}${event.words === '' ? '' : `: ${event.words}`}`)];
      default:
        return remarkLines(event);
    }
  }
}

type Remarked = Exclude<
  ActRunEvent,
  { type: `turn.${string}` | `tool.${string}` | `entrypoint.${string}` | `effect.${string}` | 'act.started' | 'call.refused' }
>;

/** What was said, and what stands between turns. */
function remarkLines(event: Remarked): ActLine[] {
  switch (event.type) {
    case 'phase.entered':
      return event.phase === 'doing' ? [] : [line('phase', 0, event.label)];
    case 'model.told':
      return [line('warning', 0, `the model is told: ${event.text}`)];
    case 'storage.begun':
      return [line('phase', 0, event.label)];
    case 'storage.ended':
    case 'review.ended':
      return storageLines(event);
    case 'act.adopted':
      return [line('phase', 0, `act ${event.run} goes on beside it`)];
    case 'act.released':
      return [line('hears', 0, event.told)];
    case 'notified':
      return [line('says', 0, event.text)];
    case 'said':
      return [line('hears', 0, `${event.by}: ${event.text}`)];
    case 'clarification.asked':
      return [line('asks', 0, event.within === undefined ? event.question : `act ${event.within.run} asks: ${event.question}`)];
    case 'clarification.answered':
      return [line('hears', 0, `${event.by}: ${event.text}`)];
    case 'question.asked':
      return [line('hears', 0, `${event.by} asks: ${event.text}`)];
    case 'question.answered':
      if (!event.answer.ok) return [line('warning', 0, event.answer.error)];
      return [line('says', 0, event.answer.text, event.usage === null ? '' : usageText(event.usage))];
    case 'paused':
      return [line('waits', 0, `paused by ${event.by}`)];
    case 'unpaused':
      return [line('hears', 0, `goes on, says ${event.by}`)];
    case 'stop.asked':
      return [line('hears', 0, `${event.by} stops it${event.reason === '' ? '' : `: ${event.reason}`}`)];
    case 'cancel.asked':
      return [line('hears', 0, `${event.by} cancels it`)];
    case 'resumed':
      return [line('waits', 0, `taken up again by ${event.by}`)];
    case 'warning':
      return [line('warning', 0, event.message)];
    case 'review.requested':
    case 'edits.requested':
    case 'edits.ended':
    case 'function.pinned':
    case 'act.recorded':
    case 'act.ending':
    case 'act.finished':
    case 'deadline.passed':
    case 'run.applied':
    case 'run.undone':
      return [];
  }
}

/** What came of storing, in a line; nothing where nothing came of it. */
function storageLines({ outcome, changes }: StorageEnd): ActLine[] {
  switch (outcome) {
    case 'stored':
      return [line('phase', 0, `stored: ${changes.join(', ')}`)];
    // Of what failed a warning of its own says why.
    case 'failed':
    case 'nothing':
    case 'skipped':
    case 'stopped':
      return [];
  }
}

function effectLine(requested: EffectRequested, ended: EffectEnded): ActLine {
  const call = `ctx.${requested.primitive}(${'text' in requested.arguments ? requested.arguments.text.slice(1, -1) : '…'})`;
  const { result, settled } = ended;
  const isWrite = requested.class !== 'pure' && requested.class !== 'read';
  const how = settled === null ? '' : `, ${settledTexts[settled]}`;
  if (!result.ok) return line('failed', 2, `${call}: ${result.failure.message}${how}`, durationText(ended.durationMs));
  return line(isWrite ? 'write' : 'effect', 2, `${call}${how}`, `${requested.class}, ${durationText(ended.durationMs)}`);
}

const settledTexts: Readonly<Record<NonNullable<EffectEnded['settled']>, string>> = {
  again: 'done again after the process had ended',
  keyed: 'sent again with its key, as the process had ended',
  probe: 'found out afterwards, as the process had ended',
  person: 'as a person said',
};

/** `execute_code  const names = await ctx.fs.list('.')`: the code's first line, or the arguments. */
function callText(name: string, given: Value): string {
  const text = 'text' in given ? given.text : '';
  return `${name}  ${name === 'execute_code' ? codeIn(text) : text === '{}' ? '' : text}`.trimEnd();
}

function codeIn(text: string): string {
  try {
    const { code } = JSON.parse(text) as { readonly code?: unknown };
    const lines = String(code)
      .split('\n')
      .filter((each) => each.trim() !== '');
    return lines.length > 1 ? `${lines[0]}  (${lines.length} lines)` : (lines[0] ?? '');
  } catch {
    return text;
  }
}

const firstLine = (value: Value): string =>
  'text' in value ? (value.text.split('\n').find((each) => each.trim() !== '') ?? '').trim() : 'a long text';

/** "1,203 tokens" is what is known of a call without a price; '' where nothing is. */
function usageText({ nanoUsd, inputTokens, outputTokens }: Usage): string {
  const tokens = (inputTokens ?? 0) + (outputTokens ?? 0);
  const money = nanoUsd === null ? 'price unknown' : nanoUsd === 0 ? '' : `$${(nanoUsd / 1e9).toFixed(4)}`;
  return [tokens === 0 ? '' : `${tokens} tokens`, money].filter(Boolean).join(', ');
}
