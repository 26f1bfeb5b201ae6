import type { ActCourse } from '../../agent/act-course.ts';
import type { OpenRun } from '../handle/run-handle.ts';

/** A librarian at work, as its handle needs it. */
export const openLibrarian = (run: string, course: Pick<ActCourse, 'hear' | 'state'>): OpenRun => ({
  run,
  name: 'the librarian',
  // It changes, so it is read when it is asked for.
  get standing() {
    const { ending, ...state } = course.state;
    return { ...state, isEnding: ending !== null };
  },
  take: (said) => course.hear(() => said),
});
