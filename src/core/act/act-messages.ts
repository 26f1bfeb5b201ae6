import type { ModelMessage } from '../model/conversation.ts';
import type { Value } from '../model/value.ts';
import type { Entry } from './act-state.ts';

/** The conversation as a model is shown it; `textOf` gives the text of each value in it. What is said in a row is one message. */
export function messagesOf(entries: readonly Entry[], textOf: (value: Value) => string): ModelMessage[] {
  const messages: ModelMessage[] = [];
  for (const entry of entries) {
    const last = messages.at(-1);
    switch (entry.kind) {
      case 'said': {
        const text = textOf(entry.text);
        if (last?.role === 'user') messages[messages.length - 1] = { role: 'user', text: `${last.text}\n\n${text}` };
        else messages.push({ role: 'user', text });
        break;
      }
      case 'turn': {
        const { text, calls, opaque } = entry.reply;
        messages.push({
          role: 'assistant',
          text: textOf(text),
          calls: calls.map((call) => ({ id: call.id, name: call.name, arguments: textOf(call.arguments) })),
          opaque,
        });
        break;
      }
      case 'results':
        messages.push({
          role: 'tool',
          results: entry.results.map(({ id, name, output, isError }) => ({ id, name, text: textOf(output), isError })),
        });
        break;
    }
  }
  return messages;
}

/** All values that the conversation has, to be loaded before it is shown. */
export const valuesIn = (entries: readonly Entry[]): Value[] => entries.flatMap(valuesOf);

function valuesOf(entry: Entry): Value[] {
  switch (entry.kind) {
    case 'said':
      return [entry.text];
    case 'turn':
      return [entry.reply.text, ...entry.reply.calls.map((call) => call.arguments)];
    case 'results':
      return entry.results.map(({ output }) => output);
  }
}
