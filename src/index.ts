export { checkedWorkflow } from './app/checked-workflow.ts';
export type { Opening, RunObserver, RunOptions, RunResult } from './app/run-options.ts';
export { runWorkflow } from './app/run-workflow.ts';
export type { StoredEvent } from './core/events/envelope.ts';
export type { RunEvent } from './core/events/event.ts';
export type { Diagnostic } from './core/model/diagnostic.ts';
export type { Refusal } from './core/model/refusal.ts';
export type { Result } from './core/model/result.ts';
