import fc from 'fast-check';
import type { Intent } from '../../../src/core/events/event.ts';
import type { Branch, Require, Step, Workflow } from '../../../src/core/workflow/workflow.ts';
import { type Answer, breaks, exits, fails, isCancelled, killedBy, says, timesOut } from './answers.ts';
import type { Scene } from './played-run.ts';
import { command, parallel, prompt, requiring, workflowOf } from './workflow-parts.ts';

const ids = ['one', 'Two words', 'drei/../x', 'end', '__proto__', 'ë~^:?*[\\'] as const;
const words = ['DONE', 'AGAIN'] as const;

const branches: fc.Arbitrary<Branch[]> = fc.array(
  fc.record({ when: fc.constantFrom(...words), goto: fc.constantFrom<string>('end', ...ids) }),
  { maxLength: 2 },
);
const requirement: fc.Arbitrary<Require | null> = fc.option(fc.constant(requiring({ nonEmpty: true })), { nil: null, freq: 3 });

const stepWith = (id: string): fc.Arbitrary<Step> =>
  fc.oneof(
    fc
      .record({ expect: fc.constantFrom(null, 'success', 'failure'), require: requirement, branch: branches })
      .map((parts) => command(id, parts as Parameters<typeof command>[1])),
    fc.record({ require: requirement, branch: branches }).map((parts) => prompt(id, parts)),
    fc
      .record({
        loop: fc.record({
          max: fc.integer({ min: 1, max: 5 }),
          until: fc.constantFrom(null, ...words),
          gate: fc.constantFrom(null, { command: 'test', measure: null }),
        }),
        require: requirement,
        branch: branches,
      })
      .map((parts) => prompt(id, parts)),
  );

/** A small workflow such as validation would let through: up to six steps, some of them perhaps children of a group. */
export const anyWorkflow: fc.Arbitrary<Workflow> = fc
  .record({
    count: fc.integer({ min: 1, max: ids.length }),
    children: fc.integer({ min: 0, max: 3 }),
    limitTokens: fc.constantFrom(null, 0, 40),
    place: fc.nat(),
  })
  .chain(({ count, children, limitTokens, place }) => {
    const used = ids.slice(0, count);
    return fc.tuple(...used.map(stepWith)).map((parts) => {
      const steps: Step[] = [...parts];
      if (children > 0) steps.splice(place % (steps.length + 1), 0, parallel('group', ...used.slice(0, children)));
      const known = new Set(steps.map(({ id }) => id));
      const branching = steps.map((step): Step => {
        return { ...step, branch: step.branch.filter(({ goto }) => goto === 'end' || known.has(goto)) };
      });
      return workflowOf(branching, { budget: { limitTokens, downgrade: null } });
    });
  });

const replies: readonly Answer[] = [
  says('DONE', { tokens: [1, 2], usd: 0.1 }),
  says('AGAIN', { tokens: [3, 0], usd: null }),
  says('well', { writes: false }),
  says(' '),
  fails('offline', { tokens: [null, 1] }),
];
const commandEnds = [exits(0, 'DONE'), exits(0, 'AGAIN'), exits(0), exits(1), exits(127), killedBy('SIGKILL'), timesOut(5)] as const;
const gateEnds = [exits(0), exits(0), exits(1), exits(1), exits(1), exits(126), timesOut(5)] as const;

/** Random answers, widths, orders and places; a scene is made anew each time, so that the same run can be played twice. */
export const anyScene = ({ breakages }: { readonly breakages: boolean }): fc.Arbitrary<() => Scene> =>
  fc
    .record({
      draws: fc.array(fc.nat(), { minLength: 1, maxLength: 120 }),
      jobs: fc.integer({ min: 1, max: 3 }),
      plain: fc.integer({ min: 0, max: 4 }),
      budgetNanoUsd: fc.constantFrom(null, null, 3e8),
    })
    .map(({ draws, jobs, plain, budgetNanoUsd }) => () => {
      let at = 0;
      const pick = <T>(list: readonly T[]): T => list[(draws[at++ % draws.length] as number) % list.length] as T;
      const answer = (intent: Intent, cancelled: boolean): Answer | undefined => {
        switch (intent.type) {
          case 'prompt.requested':
            return pick(cancelled ? [...replies, fails('aborted')] : replies);
          case 'command.requested':
            return pick(cancelled ? [...commandEnds, isCancelled, isCancelled] : commandEnds);
          case 'gate.requested':
            return pick(cancelled ? [...gateEnds, isCancelled, isCancelled] : gateEnds);
          default:
            return breakages && pick([0, 0, 0, 0, 0, 0, 0, 0, 0, 1]) === 1 ? breaks('disk full') : undefined;
        }
      };
      return {
        settings: { jobs, budgetNanoUsd },
        workspace: plain === 0 ? 'plain' : 'git',
        answer: (intent, state) => answer(intent, state.cancelled),
        choose: (count) => (draws[at++ % draws.length] as number) % count,
      };
    });
