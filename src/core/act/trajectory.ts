import type { ActEnding, TurnCall } from '../events/act-event.ts';
import type { ActRunEvent } from '../events/run-event.ts';
import type { Value } from '../model/value.ts';

type TextOf = (value: Value) => string;

const headChars = 4_000;
const tailChars = 1_000;

/** What an act did, as a librarian reads it: every turn, call and result in order, and how it ended. `mostChars`: what is longer loses its middle turns. */
export function trajectoryOf(events: readonly ActRunEvent[], textOf: TextOf, mostChars: number): string {
  const told = new Telling(textOf);
  return joined(
    events.flatMap((event) => told.of(event)),
    mostChars,
  );
}

/** All values that it is told from, to be loaded before. */
export const trajectoryValues = (events: readonly ActRunEvent[]): Value[] => events.flatMap(valuesOf);

function valuesOf(event: ActRunEvent): Value[] {
  switch (event.type) {
    case 'act.started':
      return [event.request];
    case 'turn.ended':
      return event.reply.ok ? [event.reply.text, ...event.reply.calls.map((call) => call.arguments)] : [];
    case 'tool.ended':
    case 'entrypoint.ended':
      return [event.output];
    case 'act.ending':
      return event.ending.result === null ? [] : [event.ending.result];
    default:
      return [];
  }
}

class Telling {
  private readonly textOf: TextOf;
  private calls: readonly TurnCall[] = [];
  private turn = 0;
  private readonly called = new Map<number, string>();
  private entrypoint = '';

  constructor(textOf: TextOf) {
    this.textOf = textOf;
  }

  of(event: ActRunEvent): string[] {
    switch (event.type) {
      case 'act.started':
        this.entrypoint = event.settings.entrypoint?.name ?? '';
        return [`## The task\n${this.textOf(event.request)}`, '[what the model was told by the system is left out]'];
      case 'turn.requested':
        this.turn = event.turn;
        return [];
      case 'turn.ended': {
        if (!event.reply.ok) return [`## Turn ${this.turn}\n[the model failed: ${event.reply.failure.message}]`];
        this.calls = event.reply.calls;
        const calls = this.calls.map((call) => `call ${call.name}: ${cut(this.textOf(call.arguments))}`);
        return [[`## Turn ${this.turn}`, cut(this.textOf(event.reply.text)), ...calls].filter((part) => part !== '').join('\n')];
      }
      case 'tool.requested':
        this.called.set(event.op, this.calls[event.call]?.name ?? '');
        return [];
      case 'tool.ended':
        return [`${event.isError ? 'failed' : 'result'} of ${this.called.get(event.op) ?? 'a call'}:\n${cut(this.textOf(event.output))}`];
      case 'call.refused':
        return [`${this.calls[event.call]?.name ?? 'a call'} was not carried out: ${event.told}`];
      case 'entrypoint.ended':
        return [`## The stored function ${this.entrypoint} was run\n${cut(this.textOf(event.output))}`];
      case 'said':
        return [`## A person said\n${event.text}`];
      case 'clarification.asked':
        return [`## ${event.within === undefined ? 'The model' : `Act ${event.within.run} within it`} asked\n${event.question}`];
      case 'clarification.answered':
        return [`## A person answered\n${event.text}`];
      case 'model.told':
        return ['[a note of the system]'];
      case 'notified':
        return [`## The model let people know\n${event.text}`];
      case 'act.ending':
        return [endText(event.ending, this.textOf)];
      default:
        return [];
    }
  }
}

function endText({ outcome, result, failure }: ActEnding, textOf: TextOf): string {
  const came = result === null ? (failure?.message ?? '') : textOf(result);
  return `## It ended: ${outcome}\n${cut(came)}`;
}

/** Images by their bytes say nothing to a reader of text. */
const images = [
  /data:image\/[a-z0-9.+-]+;base64,[A-Za-z0-9+/=]+/g,
  /"type"\s*:\s*"image"\s*,\s*"data"\s*:\s*"[A-Za-z0-9+/=]*"/g,
  /"data"\s*:\s*"[A-Za-z0-9+/=]{200,}"/g,
];

/** The beginning and the end of a text that is long, without images. */
export function cut(text: string): string {
  const plain = images.reduce((rest, image) => rest.replace(image, '[an image is left out]'), text);
  if (plain.length <= headChars + tailChars) return plain;
  const left = plain.length - headChars - tailChars;
  return `${plain.slice(0, headChars)}\n[${left} characters are left out]\n${plain.slice(-tailChars)}`;
}

/** The task and what came last say most: of one that is too long turns of the middle go. */
function joined(parts: readonly string[], mostChars: number): string {
  const whole = parts.join('\n\n');
  if (whole.length <= mostChars) return whole;
  const head = fitting(parts, mostChars / 4);
  const tail = fitting(parts.slice(head.length).reverse(), (mostChars * 3) / 4).reverse();
  const dropped = parts.length - head.length - tail.length;
  return [...head, `[${dropped} parts of the middle are left out]`, ...tail].join('\n\n');
}

function fitting(parts: readonly string[], chars: number): string[] {
  let left = chars;
  const kept: string[] = [];
  for (const part of parts) {
    left -= part.length;
    if (left < 0) break;
    kept.push(part);
  }
  return kept;
}
