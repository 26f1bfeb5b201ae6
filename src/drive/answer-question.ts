import type { SteeringEvent } from '../core/events/steering-event.ts';
import type { Redactor } from '../core/secrets/redactor.ts';

/** Answers a question about a run beside its work. Once the signal is aborted, the run is about to end and waits for the answer. */
export type Answerer = (question: string, signal: AbortSignal) => Promise<Pick<QuestionAnswered, 'answer' | 'usage'>>;

type QuestionAnswered = Extract<SteeringEvent, { type: 'question.answered' }>;

/** What came of a question: always an event, as whoever asked waits for it. */
export async function answerQuestion(
  answerer: Answerer,
  redactor: Redactor,
  id: string,
  question: string,
  signal: AbortSignal,
): Promise<QuestionAnswered> {
  const { answer, usage } = await answerer(question, signal);
  const clean = answer.ok ? { ...answer, text: redactor.text(answer.text) } : { ...answer, error: redactor.text(answer.error) };
  return { type: 'question.answered', id, answer: clean, usage };
}
