import type { Diagnostic } from '../model/diagnostic.ts';
import { quoted } from '../model/shown-text.ts';
import { sourceTextOf } from '../model/source-text.ts';
import { buildWorkflow } from './build-workflow.ts';
import { Diagnoses } from './diagnoses/diagnoses.ts';
import { fieldTable } from './fields/field-table.ts';
import type { Field, Fields } from './fields/fields.ts';
import { readDocument } from './fields/read-document.ts';
import { unreachedSteps } from './reachability.ts';
import { checkBodies } from './rules/bodies.ts';
import { checkBranches } from './rules/branches.ts';
import { checkEnvironment } from './rules/environment.ts';
import { checkFunctions } from './rules/functions.ts';
import { checkGroups } from './rules/groups.ts';
import { checkHeading } from './rules/heading.ts';
import { checkIds } from './rules/ids.ts';
import { checkItems } from './rules/items.ts';
import { checkLoops } from './rules/loops.ts';
import { checkMisplacedKeys } from './rules/misplaced-keys.ts';
import { checkOutputSchemas } from './rules/output-schemas.ts';
import { checkPrompts } from './rules/prompts.ts';
import { checkRequirements } from './rules/requirements.ts';
import type { Rule } from './rules/rule.ts';
import { checkSmallestNumbers } from './rules/smallest-numbers.ts';
import { indexSteps, type ReadStep, type StepIndex } from './step-index.ts';
import type { Workflow } from './workflow.ts';

export interface ParsedWorkflow {
  /** null exactly where a diagnostic is an error. */
  readonly workflow: Workflow | null;
  /** All that is wrong, in the order of the text. */
  readonly diagnostics: readonly Diagnostic[];
}

const rules: readonly Rule[] = [
  checkHeading,
  checkIds,
  checkBodies,
  checkBranches,
  checkGroups,
  checkLoops,
  checkRequirements,
  checkPrompts,
  checkFunctions,
  checkMisplacedKeys,
  checkItems,
  checkSmallestNumbers,
  checkEnvironment,
  checkOutputSchemas,
];

const workflowFile = { noun: 'workflow', beginning: 'begin the file with "name:" and "steps:"', mayBeEmpty: false };

/** Reads the text of a workflow file: text → document → fields → workflow. Never throws, whatever the text. */
export function parseWorkflow(text: string): ParsedWorkflow {
  const diagnoses = new Diagnoses(sourceTextOf(text));
  const fields = readDocument('workflow', fieldTable, workflowFile, diagnoses);
  const workflow = fields === null ? null : checkFields(fields, diagnoses);
  return { workflow, diagnostics: diagnoses.inOrder() };
}

function checkFields(fields: Fields<'workflow'>, diagnoses: Diagnoses): Workflow | null {
  const index = indexSteps(fields);
  for (const check of rules) check(fields, index, diagnoses);
  if (diagnoses.hasErrors) return null;
  const workflow = buildWorkflow(fields.values, index.steps);
  reportUnreached(workflow, index, diagnoses);
  return workflow;
}

function reportUnreached(workflow: Workflow, { byId }: StepIndex, diagnoses: Diagnoses): void {
  for (const { step, before, branch } of unreachedSteps(workflow)) {
    const { values } = byId.get(step.id) as ReadStep;
    const hint = `step ${quoted(before.id)} always goes to ${quoted(branch.goto)}: ${quoted(branch.when)} stands in every output of it`;
    diagnoses.report('workflow/unreachable-step', (values.id as Field<string>).place, `no path reaches step ${quoted(step.id)}`, hint);
  }
}
