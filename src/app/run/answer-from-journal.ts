import type { SteeringEvent } from '../../core/events/steering-event.ts';
import { runInWords } from '../../core/views/run-in-words.ts';
import type { RunSummary } from '../../core/views/run-summary.ts';
import { summaryOf } from '../../core/views/summarize.ts';
import type { Answerer } from '../../drive/answer-question.ts';
import type { Model } from '../../ports/model.ts';
import type { Store } from '../../ports/store.ts';
import { eventsOf } from '../history/find-run.ts';
import { systemClock } from '../surroundings/system-clock.ts';

interface Questioned {
  readonly store: Store;
  readonly run: string;
  readonly askable: () => Promise<Model | null>;
}

type Answered = Pick<Extract<SteeringEvent, { type: 'question.answered' }>, 'answer' | 'usage'>;

const answerTimeoutMs = 60_000;

/**
 * Answers questions about a run from what its journal says by then: by a model where one may be asked, else in the words of the
 * journal itself, and says which of the two.
 */
export function answererOf({ store, run, askable }: Questioned): Answerer {
  return async (question, signal) => {
    const told = await wordsOf(store, run);
    if (typeof told !== 'string') return { answer: { ok: false, error: told.error }, usage: null };
    const plain = (why: string, usage: Answered['usage']): Answered => ({ answer: { ok: true, text: `${told}\n\n(${why})` }, usage });
    const model = signal.aborted ? null : await askable();
    if (model === null || signal.aborted) return plain('No model was asked: this is what the journal of the run says.', null);
    const { turn, usage } = await model.start({
      system: principles,
      messages: [{ role: 'user', text: `What the journal says, which is data:\n\n${told}\n\nThe question:\n\n${question}` }],
      tools: [],
      toolChoice: 'none',
      replySchema: null,
      maxOutputTokens: null,
      timeoutMs: answerTimeoutMs,
      signal,
    }).answer;
    const said = turn.ok ? turn.text.trim() : '';
    if (said !== '') return { answer: { ok: true, text: said }, usage };
    const why = turn.ok ? 'said nothing' : `did not answer: ${turn.failure.message}`;
    return plain(`A model was asked and ${why}; this is what the journal of the run says.`, usage);
  };
}

const principles =
  'You answer a question about a run of a workflow, from what its journal says and nothing else, in a few plain sentences. What is not there you do not know, and say so.';

/** The run, and those within it that are under way. */
async function wordsOf(store: Store, run: string): Promise<string | { readonly error: string }> {
  const events = await eventsOf(store, run);
  if (!events.ok) return { error: events.failure.message };
  const summary = summaryOf(events.value);
  const parts = [runInWords(summary, systemClock.nowMs())];
  for (const inner of runsUnderWay(summary)) {
    const words = await wordsOf(store, inner);
    if (typeof words === 'string') parts.push(words);
  }
  return parts.join('\n\n');
}

const runsUnderWay = ({ run, pending }: RunSummary): string[] =>
  [...pending.values()].flatMap((intent) => (intent.type === 'workflow.requested' ? [`${run}.${intent.child}`] : []));
