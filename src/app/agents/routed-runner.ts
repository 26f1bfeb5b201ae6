import type { Runner } from '../../ports/runner.ts';

/** Where calls of one tier go. */
export interface Route {
  readonly runner: Runner;
  /** null = what the runner takes for the tier. */
  readonly model: string | null;
}

/** One runner that hands each call to who answers its tier; `other` answers what no tier names, null where nothing else is asked. */
export function routedRunner(routes: ReadonlyMap<string, Route>, usual: Runner | null): Runner {
  const other = usual ?? [...routes.values()][0]?.runner;
  if (other === undefined) throw new Error('nobody was given who answers');
  if (routes.size === 0) return other;
  const routeOf = (asked: string | null): { runner: Runner; model: string | null } => {
    const route = asked === null ? undefined : routes.get(asked);
    return route === undefined ? { runner: other, model: asked } : { runner: route.runner, model: route.model ?? asked };
  };
  const runners = [...new Set([other, ...[...routes.values()].map(({ runner }) => runner)])];
  return {
    name: runners.map(({ name }) => name).join('+'),
    label: [
      // Of several, one that only tiers ask is named with them: its label may tell of a model that nobody asks.
      ...(usual === null && runners.length > 1 ? [] : [other.label]),
      ...[...routes].map(([tier, { runner, model }]) => `${tier}: ${[runner.name, model].filter(Boolean).join(' ')}`),
    ].join(', '),
    edits: runners.some(({ edits }) => edits),
    billing(asked) {
      const { runner, model } = routeOf(asked);
      return runner.billing?.(model) ?? null;
    },
    start(call) {
      const { runner, model } = routeOf(call.model);
      return runner.start({ ...call, model });
    },
  };
}
