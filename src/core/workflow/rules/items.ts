import { listed, quoted } from '../../model/shown-text.ts';
import type { Diagnoses } from '../diagnoses/diagnoses.ts';
import type { Field } from '../fields/fields.ts';
import type { ReadStep, StepIndex } from '../step-index.ts';
import type { Rule } from './rule.ts';

/** What each `foreach` repeats over is there by then, and its items do not undo each other's work. */
export const checkItems: Rule = (_workflow, index, diagnoses) => {
  const places = new Map(index.steps.map((step, place) => [step, place]));
  /** Where a step is run: children are run where their group stands. */
  const whenRun = (step: ReadStep): number => places.get(index.groupOf.get(step.id ?? '') ?? step) as number;
  for (const step of index.steps) {
    const { foreach } = step.values;
    if (foreach === undefined) continue;
    const { values, unread } = foreach.value;
    const { items, max_parallel } = values;
    if (items !== undefined && typeof items.value === 'string') {
      const source = checkSource(items as Field<string>, step, index, diagnoses);
      if (source !== null && whenRun(source) > whenRun(step)) {
        const message = `${step.label} takes its items from ${source.label}, which comes after it`;
        diagnoses.report('workflow/items-of-later-step', items.place, message, 'move that step before it');
      }
    } else if ((items?.value ?? []).length === 0 && !unread.has('items')) {
      const message = `the foreach of ${step.label} has no items`;
      diagnoses.report(
        'workflow/foreach-items',
        items?.place ?? foreach.key,
        message,
        'name an earlier step, or give a list: items: [one, two]',
      );
    }
    if (
      max_parallel !== undefined &&
      max_parallel.value > 1 &&
      step.gated &&
      step.values.isolate === undefined &&
      !step.unread.has('isolate')
    ) {
      const message = `the items of ${step.label} can not run at the same time: its loop has a gate, which puts the whole workspace back`;
      const hint = 'give each a work tree of its own, isolate: worktree; or run one after the other, max_parallel: 1';
      diagnoses.report('workflow/gated-items', max_parallel.place, message, hint);
    }
  }
};

/** The step that a text names; null where it can give no items, which is then reported. */
function checkSource({ value, place }: Field<string>, step: ReadStep, { byId, ids }: StepIndex, diagnoses: Diagnoses): ReadStep | null {
  const source = byId.get(value);
  const report = (what: string, hint: string): null => {
    diagnoses.report('workflow/foreach-items', place, `items ${quoted(value)} of ${step.label} ${what}`, hint);
    return null;
  };
  if (source === step) return report('would be its own output', 'name an earlier step, or give a list: items: [one, two]');
  if (source?.bodies.includes('parallel')) return report('is a parallel step, which has no output of its own', 'name one of its children');
  if (source !== undefined) return source;
  const bare = /^\{\{([^{}]+)\}\}$/.exec(value)?.[1] ?? value;
  if (bare === 'input') return report('names no step', 'let a step print the input: command: printf "%s" "$PAWL_INPUT"');
  if (byId.has(bare)) return report('names no step', `write the id without braces: items: ${bare}`);
  return report('names no step', `${diagnoses.didYouMean(value, ids, '')} steps: ${listed(ids)}`.trim());
}
