import type { ActSettings } from '../events/act-event.ts';
import type { Value } from '../model/value.ts';
import type { ActState, Entry } from './act-state.ts';
import { tokensIn } from './context-size.ts';

/** A task that takes more of the context than this is in the model's own summary alone: to keep it would leave little to work in. */
const mostOfContext = 0.1;

const note = 'The conversation up to here is replaced by what you wrote down of it:';

/** The act with a summary of the model's own, which takes the place of the conversation in the next request: the calls beside it are carried out first. */
export function withSummary(state: ActState, summary: Value): Partial<ActState> {
  const contextTokens = compressed(state, summary).reduce((sum, { text }) => sum + tokensIn(text), 0);
  return { summary, contextTokens };
}

/** The conversation that the next request goes on from. */
export const entriesFrom = (state: ActState): readonly Entry[] =>
  state.summary === null ? state.entries : compressed(state, state.summary);

type Said = Extract<Entry, { kind: 'said' }>;

/** The task stays in the words in which it was given: a model that forgot to write it down would go on with another one. */
function compressed({ entries: [task], settings }: ActState, summary: Value): Said[] {
  const said = [{ text: note }, summary].map((text): Said => ({ kind: 'said', text }));
  const most = (settings as ActSettings).contextTokens * mostOfContext;
  return task?.kind === 'said' && tokensIn(task.text) <= most ? [task, ...said] : said;
}
