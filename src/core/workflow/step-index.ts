import { quoted } from '../model/shown-text.ts';
import type { Place } from '../model/source-text.ts';
import type { Fields } from './fields/fields.ts';
import type { Step } from './workflow.ts';

/** A step as it was read, with what several rules want to know of it. */
export interface ReadStep {
  readonly values: Fields<'step'>['values'];
  readonly unread: Fields<'step'>['unread'];
  readonly place: Place;
  /** null where it is missing. */
  readonly id: string | null;
  /** As messages call it: `step "fix"`, or by its number where it has no id. */
  readonly label: string;
  /** The bodies that it gives, in the order of the file; exactly one where all is well. */
  readonly bodies: readonly Body[];
  /** Whether its loop has a gate. */
  readonly gated: boolean;
}

/** A key that says what a step is. */
export type Body = Extract<Step['kind'], keyof Fields<'step'>['values']>;

export interface StepIndex {
  readonly steps: readonly ReadStep[];
  /** The first step of each id. */
  readonly byId: ReadonlyMap<string, ReadStep>;
  readonly ids: readonly string[];
  /** For each child the first step that runs it. */
  readonly groupOf: ReadonlyMap<string, ReadStep>;
}

export function indexSteps(workflow: Fields<'workflow'>): StepIndex {
  const steps = (workflow.values.steps?.value ?? []).map(readStep);
  const byId = new Map<string, ReadStep>();
  const groupOf = new Map<string, ReadStep>();
  for (const step of steps) {
    if (step.id !== null && !byId.has(step.id)) byId.set(step.id, step);
    for (const { text } of step.values.parallel?.value ?? []) if (!groupOf.has(text)) groupOf.set(text, step);
  }
  return { steps, byId, ids: [...byId.keys()], groupOf };
}

function readStep({ values, unread, place }: Fields<'step'>, index: number): ReadStep {
  const id = isBlank(values.id?.value) ? null : (values.id?.value as string);
  return {
    values,
    unread,
    place,
    id,
    label: id === null ? `step ${index + 1}` : `step ${quoted(id)}`,
    bodies: bodiesOf(values),
    gated: !isBlank(values.loop?.value.values.gate?.value.values.command?.value),
  };
}

const textBodies = ['prompt', 'command', 'function', 'approve', 'workflow'] as const;

export const bodyNames: readonly Body[] = [...textBodies, 'parallel'];

function bodiesOf(values: Fields<'step'>['values']): Body[] {
  const bodies: Body[] = textBodies.filter((body) => !isBlank(values[body]?.value));
  if ((values.parallel?.value ?? []).length > 0) bodies.push('parallel');
  const start = (kind: Body) => values[kind]?.key.start as number;
  return bodies.sort((a, b) => start(a) - start(b));
}

/** A text that says nothing counts as not given. */
export const isBlank = (text: string | undefined): boolean => text === undefined || text.trim() === '';
