import type { Diagnoses } from '../diagnoses/diagnoses.ts';
import type { Fields } from '../fields/fields.ts';
import type { StepIndex } from '../step-index.ts';

/** Looks at one kind of thing all over a workflow that has been read and reports what is wrong with it. */
export type Rule = (workflow: Fields<'workflow'>, index: StepIndex, diagnoses: Diagnoses) => void;
