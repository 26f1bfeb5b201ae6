import type { ActCourse } from '../act-course.ts';
import { type Tool, told, toolFailed } from '../tool.ts';

/** Tells whoever watches something, without waiting for anybody. */
export const notifyTool = (course: Pick<ActCourse, 'take'>): Tool => ({
  declaration: {
    name: 'notify',
    description: 'Tells the person something about your progress. Does not wait for them.',
    parameters: { type: 'object', properties: { message: { type: 'string' } }, required: ['message'], additionalProperties: false },
  },
  async perform({ message }) {
    const taken = await course.take([{ type: 'notified', text: String(message) }]);
    return taken.ok ? told('They have been told.') : toolFailed(taken.failure.message);
  },
});
