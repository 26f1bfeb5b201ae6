import { fsPrimitives } from '../../adapters/primitive/fs/fs-primitives.ts';
import { httpPrimitives } from '../../adapters/primitive/http/http-primitives.ts';
import { modelPrimitive } from '../../adapters/primitive/model/model-primitive.ts';
import { sessionPrimitives } from '../../adapters/primitive/session/session-primitives.ts';
import { shellPrimitive } from '../../adapters/primitive/shell/shell-primitive.ts';
import type { Configuration } from '../../core/configuration/configuration.ts';
import type { Failure } from '../../core/model/failure.ts';
import { fail, ok, type Result } from '../../core/model/result.ts';
import { callPrimitive } from '../../effects/call-primitive.ts';
import type { Blobs } from '../../ports/blobs.ts';
import type { StoredFunction } from '../../ports/functions.ts';
import type { Model } from '../../ports/model.ts';
import type { Primitive } from '../../ports/primitive.ts';
import { chooseModel } from '../agents/choose-model.ts';
import { systemClock } from '../surroundings/system-clock.ts';
import type { ActPlace } from './act-place.ts';

interface Services {
  readonly blobs: Blobs;
  /** Who answers the act's turns, and where others are looked for. */
  readonly models: { readonly model: Model; readonly env: Readonly<Record<string, string | undefined>> };
  /** The environment of commands. */
  readonly env: Readonly<Record<string, string>>;
  readonly secrets: readonly string[];
  /** The tools of MCP servers. */
  readonly mcp?: readonly Primitive[];
  /** Told of each stored function that is called, before it is. */
  readonly used?: (stored: StoredFunction) => Promise<Result<void, Failure>>;
}

type PrimitivesPlace = Pick<ActPlace, 'root' | 'cwd' | 'programs' | 'configuration' | 'ownPrimitives' | 'functions'>;

/** How code of an act touches the outside. */
export const actPrimitives =
  (
    { root, cwd, programs, configuration, ownPrimitives, functions }: PrimitivesPlace,
    { blobs, models, env, secrets, mcp = [], used = nothing }: Services,
  ) =>
  (tell: (text: string) => Promise<void>): readonly Primitive[] => [
    ...fsPrimitives([root]),
    shellPrimitive({ programs, cwd, env }),
    ...httpPrimitives({ allowed: configuration.http.hosts, keyed: configuration.http.keyed }),
    modelPrimitive({ model: (name) => askedModel(models, configuration, name), estimateNanoUsd: 0, maxOutputTokens: null }),
    ...ownPrimitives,
    ...(functions === null ? [] : [callPrimitive(functions, used)]),
    ...sessionPrimitives({
      clock: systemClock,
      random: Math.random,
      secrets,
      blobs,
      async notify(message) {
        await tell(message);
        return ok(undefined);
      },
    }),
    ...mcp,
  ];

const nothing = async () => ok(undefined);

/** A scripted model answers whatever is asked: it stands for all. */
async function askedModel(
  { model, env }: Services['models'],
  configuration: Configuration,
  name: string | null,
): Promise<Result<Model, Failure>> {
  if (name === null || name === model.name || model.name === 'scripted') return ok(model);
  const chosen = await chooseModel(name, { env, configuration, script: null });
  return chosen.ok ? chosen : fail({ kind: 'not_found', message: chosen.failure.message });
}

/** The same, of which nothing is ever performed: for what they declare. */
export const declaredPrimitives = (place: PrimitivesPlace, blobs: Blobs): readonly Primitive[] =>
  actPrimitives(place, { blobs, models: { model: nobody, env: {} }, env: {}, secrets: [...place.configuration.secrets.keys()] })(
    async () => {},
  );

const nobody: Model = {
  name: 'none',
  label: 'no model',
  contextTokens: 0,
  billing: null,
  start() {
    throw new Error('a replay asked a model');
  },
};
