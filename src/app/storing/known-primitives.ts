import { programs } from '../../adapters/process/programs.ts';
import type { Configuration } from '../../core/configuration/configuration.ts';
import { mostOf } from '../../core/effects/class-of-call.ts';
import type { EffectClass } from '../../core/model/effect-class.ts';
import type { Refusal } from '../../core/model/refusal.ts';
import { ok, type Result } from '../../core/model/result.ts';
import { declaredPrimitives } from '../act/act-primitives.ts';
import { builtInNames } from '../act/built-in-names.ts';
import { loadPrimitives } from '../act/load-primitives.ts';
import { lateBlobs } from '../project/late-blobs.ts';

/**
 * What any call of a primitive does at most, by its dotted name: of those that are built in and of the user's own. Tools of MCP servers
 * are known to their servers alone, which are not started for this.
 */
export async function knownPrimitives(root: string, configuration: Configuration): Promise<Result<Map<string, EffectClass>, Refusal>> {
  const own = await loadPrimitives(configuration.primitives, root, builtInNames);
  if (!own.ok) return own;
  const place = { root, cwd: root, programs: programs(), configuration, ownPrimitives: own.value, functions: null };
  const declared = declaredPrimitives(place, lateBlobs().blobs);
  const known = new Map(declared.map((primitive) => [primitive.name, mostOf(primitive)]));
  // As `ctx.act` declares itself, which only an act that goes on has.
  return ok(known.set('act', 'write'));
}
