/** What the tiers are called at one agent. */
export interface TierModels {
  readonly smart: string;
  readonly general: string;
  readonly fast: string;
}

/** The name by which an agent is asked for a model: a tier has one there, any other name is passed on; null = none is asked for. */
export function modelNamed(model: string | null, tiers: TierModels): string | null {
  return model !== null && Object.hasOwn(tiers, model) ? tiers[model as keyof TierModels] : model;
}
