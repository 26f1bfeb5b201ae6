import { sentinelMatches } from './texts/sentinel.ts';
import { type Branch, isRunStep, parallelChildren, type Step, type Workflow } from './workflow.ts';

export interface UnreachedStep {
  readonly step: Step;
  /** The last step before it that is reached, and the branch that it takes whatever happens. */
  readonly before: Step;
  readonly branch: Branch;
}

/**
 * The steps that no run can come to. The walk falls through from each step to the next, so a step is out of reach only where
 * the one before it always branches away and no branch leads to it. Children are reached with their group.
 */
export function unreachedSteps(workflow: Workflow): UnreachedStep[] {
  const { steps } = workflow;
  const children = parallelChildren(workflow);
  const reached = reachedPlaces(steps, children);
  const unreached: UnreachedStep[] = [];
  let before = steps[0] as Step;
  for (const [place, step] of steps.entries()) {
    if (reached.has(place)) before = step;
    else if (!children.has(step.id)) unreached.push({ step, before, branch: certainBranch(before) as Branch });
  }
  return unreached;
}

function reachedPlaces(steps: readonly Step[], children: ReadonlySet<string>): Set<number> {
  const places = new Map(steps.map(({ id }, place) => [id, place]));
  const reached = new Set<number>();
  const open = [walkFrom(0)];
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    const step = steps[place];
    if (step === undefined || reached.has(place)) continue;
    reached.add(place);
    const certain = certainBranch(step);
    for (const branch of step.kind === 'parallel' ? [] : step.branch) {
      // `end` is no place, unless a step is called so.
      const target = places.get(branch.goto);
      if (target !== undefined) open.push(walkFrom(target));
      if (branch === certain) break;
    }
    if (certain === undefined) open.push(walkFrom(place + 1));
  }
  return reached;

  function walkFrom(place: number): number {
    let at = place;
    while (at < steps.length && children.has((steps[at] as Step).id)) at++;
    return at;
  }
}

/**
 * The first branch whose word stands in every output that the step can have. A parallel step has no output, and one that is
 * repeated may have had nothing to be repeated for.
 */
function certainBranch(step: Step): Branch | undefined {
  if (step.kind === 'parallel' || isRepeated(step)) return undefined;
  const texts = certainTexts(step);
  const ends = step.kind === 'command' ? possibleEnds(step.expect) : [];
  return step.branch.find(({ when }) => {
    const matches = (text: string) => sentinelMatches(text, when);
    return texts.some(matches) || (ends.length > 0 && ends.every(matches));
  });
}

const isRepeated = (step: Step): boolean => isRunStep(step) && step.foreach !== null;

/** More checks than these, and longer ones, are not looked at: this is for a warning, and must not take long. */
const checksLookedAt = 20;
const longestCheck = 1000;

/** Texts that `require` makes sure of. What stands at the edge of one may be part of a longer word in the output. */
function certainTexts({ require }: Step): string[] {
  if (require === null) return [];
  const contains = require.contains.slice(0, checksLookedAt).map((text) => `_${text}_`);
  return [...contains, require.until ?? ''].filter((text) => text.length <= longestCheck);
}

/** The last lines that a command's output can have; two stand for all exit codes, as no word fits just these. */
const possibleEnds = (expect: 'success' | 'failure' | null): string[] =>
  expect === 'success' ? ['exit code: 0'] : ['exit code: 7', 'exit code: 88'];
