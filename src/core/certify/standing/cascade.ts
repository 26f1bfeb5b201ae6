import type { Subject } from '../certificate/subject.ts';

/** The tasks whose certificates a suspended function takes along: all whose closure holds it, its own among them. In the order given. */
export const tasksRestingOn = (functionName: string, subjects: readonly Subject[]): string[] =>
  subjects.filter(({ closure }) => closure.functions.some(({ name }) => name === functionName)).map(({ task }) => task);
