import type { ActCourse } from '../act-course.ts';
import { type Tool, told, toolFailed } from '../tool.ts';

/** Asks the person, and waits for the answer; one that was asked before the process ended waits still. */
export const requestClarificationTool = (course: Pick<ActCourse, 'take' | 'state' | 'answerTo'>): Tool => ({
  declaration: {
    name: 'request_clarification',
    description: 'Asks the person a question and waits for the answer. Only for what you cannot find out yourself and must not guess.',
    parameters: {
      type: 'object',
      properties: { question: { type: 'string', minLength: 1 } },
      required: ['question'],
      additionalProperties: false,
    },
  },
  async perform({ question }, { op, signal }) {
    const answer = course.answerTo(op, signal);
    if (!course.state.clarifications.has(op)) {
      const taken = await course.take([{ type: 'clarification.asked', id: op, op, question: String(question) }]);
      if (!taken.ok) return toolFailed(taken.failure.message);
    }
    const text = await answer;
    return text === null ? { output: 'Nobody answered: the act is ending.', isError: true, carriedOut: true } : told(text);
  },
});
