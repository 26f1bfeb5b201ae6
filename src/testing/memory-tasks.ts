/** For tests of users' own code: tasks that are gone with the process. */
export { memoryTasks } from '../adapters/store/memory/tasks.ts';
