/** What a world could tell if the agent were asked about it. */
export interface Answerable {
  /** Mutants of the candidate that do something else than it there, by number. */
  readonly mutants: readonly number[];
  /** Changes whose effect can be seen in it: group of the change, and the change itself. */
  readonly shown: readonly { readonly group: string; readonly tag: string; readonly weight: number }[];
  /** The candidate ended in a fault of its own: the agent may as well, and then nothing is learned. */
  readonly isCrash: boolean;
}

export interface Weights {
  readonly mutants: number;
  readonly shown: number;
  /** What a change of a group is worth after one of the group has been asked about. */
  readonly again: number;
  readonly crash: number;
}

/**
 * Chooses the worlds about which the agent is asked, one after the other: each the one that tells most that is not known yet. An
 * agreement kills the mutants that differ there, and settles the changes that showed; an inconclusive answer settles nothing but the world.
 */
export class Questions {
  private readonly worlds: readonly Answerable[];
  private readonly siteOf: readonly string[];
  private readonly weights: Weights;
  private readonly asked = new Set<number>();
  private readonly dead = new Set<number>();
  private readonly groups = new Map<string, number>();
  private readonly tags = new Set<string>();
  private crashes = 0;

  /** `siteOf`: what place of the code each mutant changes; those of one place share its weight. */
  constructor(worlds: readonly Answerable[], siteOf: readonly string[], weights: Weights) {
    this.worlds = worlds;
    this.siteOf = siteOf;
    this.weights = weights;
  }

  /** The next one, by number; null = no world is left. */
  next(): number | null {
    const perSite = new Map<string, number>();
    for (const site of this.siteOf) perSite.set(site, (perSite.get(site) ?? 0) + 1);
    let best: number | null = null;
    let most = Number.NEGATIVE_INFINITY;
    for (const [at, world] of this.worlds.entries()) {
      if (this.asked.has(at)) continue;
      const worth = this.worth(world, perSite);
      if (worth > most) [best, most] = [at, worth];
    }
    return best;
  }

  /**
   * By turns by all that a question tells, and by the mutants alone: what has been left out of the code is told by the changes, what is
   * wrong in it by the mutants, and where they are only added up the one that has more of its kind has all questions.
   */
  private worth({ mutants, shown, isCrash }: Answerable, perSite: ReadonlyMap<string, number>): number {
    const { weights } = this;
    let worth = 0;
    for (const each of mutants) if (!this.dead.has(each)) worth += weights.mutants / (perSite.get(this.siteOf[each] as string) as number);
    const turn = this.asked.size % 2 === 0 ? 1 : 0.05;
    for (const { group, tag, weight } of shown)
      worth += turn * weights.shown * weight * weights.again ** (this.groups.get(group) ?? 0) * (this.tags.has(tag) ? weights.again : 1);
    return isCrash ? worth * weights.crash ** (1 + this.crashes) : worth;
  }

  /** What came of a question. */
  answered(at: number, outcome: 'agreed' | 'inconclusive'): void {
    this.asked.add(at);
    const { mutants, shown, isCrash } = this.worlds[at] as Answerable;
    if (isCrash || outcome === 'inconclusive') this.crashes += 1;
    if (outcome === 'inconclusive') return;
    for (const each of mutants) this.dead.add(each);
    for (const group of new Set(shown.map((each) => each.group))) this.groups.set(group, (this.groups.get(group) ?? 0) + 1);
    for (const { tag } of shown) this.tags.add(tag);
  }

  /** Of the mutants that any world tells from the candidate, those that the answers have. */
  get killed(): { readonly killed: number; readonly told: number } {
    const told = new Set(this.worlds.flatMap(({ mutants }) => mutants));
    return { killed: [...told].filter((each) => this.dead.has(each)).length, told: told.size };
  }
}
