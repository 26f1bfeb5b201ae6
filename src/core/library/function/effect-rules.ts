import { ctxPath } from '../../effects/ctx-path.ts';
import { type EffectClass, effectClasses } from '../../model/effect-class.ts';
import { quoted, shown } from '../../model/shown-text.ts';
import type { Candidate, Surroundings } from './candidate.ts';
import type { CodeFacts } from './code-facts.ts';
import type { Report } from './report.ts';

/**
 * What it calls has to be there and to be known; gives the most that any of it does. What cannot be followed is a fault, so that the class of
 * what is stored is no guess.
 */
export function effectRules(facts: CodeFacts, said: Candidate['effectClass'], known: Surroundings, report: Report): EffectClass {
  let most: EffectClass = 'pure';
  const raise = (effect: EffectClass): void => {
    if (rank(effect) > rank(most)) most = effect;
  };
  for (const { name, at } of facts.primitives) {
    const effect = classOf(name, known.primitives);
    if (effect !== null) raise(effect);
    else if (isFamily(name, known.primitives))
      report('function/lost-ctx', at, `${ctxPath(name)} is handed on to where it cannot be followed`, handOn);
    else report('function/unknown-primitive', at, `there is no ${shown(ctxPath(name))}`, near(name, known.primitives));
  }
  for (const { name, at } of facts.lost)
    report('function/lost-ctx', at, `what becomes of ctx cannot be followed from here: ${shown(name)}`, handOn);
  for (const { at } of facts.unknownDependencies)
    report(
      'function/computed-dependency',
      at,
      'the name of the function that is called is worked out',
      'write the name: ctx.call("name", input)',
    );
  for (const { name, at } of facts.dependencies) {
    // What it does when it calls itself is what it does.
    if (name === facts.exported?.name) continue;
    const effect = known.functions.get(name);
    if (effect === undefined) report('function/missing-dependency', at, `there is no function ${quoted(name)}`, 'store that one first');
    else raise(effect);
  }
  const { exported } = facts;
  if (exported === null || said === null || rank(said) >= rank(most)) return said ?? most;
  const message = `it does ${most} at most, and cannot be said to do no more than ${said}`;
  report('function/effect-class', exported.at, message, 'say more, never less');
  return most;
}

const handOn = 'call primitives of ctx by their names, and give ctx only to functions in this code';

const rank = (effect: EffectClass): number => effectClasses.indexOf(effect);

/** By its name, or by that of the function whose `call`, `apply` or `bind` it is. */
function classOf(name: string, primitives: Surroundings['primitives']): EffectClass | null {
  return primitives.get(name) ?? primitives.get(name.replace(/\.(?:call|apply|bind)$/, '')) ?? null;
}

const isFamily = (name: string, primitives: Surroundings['primitives']): boolean =>
  [...primitives.keys()].some((each) => each.startsWith(`${name}.`));

function near(name: string, primitives: Surroundings['primitives']): string {
  const [family] = name.split('.', 1) as [string];
  const members = [...primitives.keys()].filter((each) => each === family || each.startsWith(`${family}.`));
  return `there ${members.length === 1 ? 'is' : 'are'} ${(members.length === 0 ? [...primitives.keys()] : members).slice(0, 12).map(ctxPath).join(', ')}`;
}
