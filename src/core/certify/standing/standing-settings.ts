/** What a person may set for a task; the figures are shares of occurrences from 0 to 1, counts, and milliseconds. */
export interface StandingSettings {
  /** Shadows that agree, which are enough for a function that only reads and whose gates were clean; times the attempt. The certificate says what bound that is. */
  readonly cleanReaderShadows: number;
  readonly canaryShare: number;
  /** Clean canaries before it delivers alone. */
  readonly canaries: number;
  readonly irreversibleCanaries: number;
  readonly auditShare: number;
  readonly repairsADay: number;
  /** The first wait after a failure of the world; it doubles with each further one, up to the other. */
  readonly breakerMs: number;
  readonly breakerMostMs: number;
}

export const standingSettings: StandingSettings = {
  cleanReaderShadows: 3,
  canaryShare: 1 / 4,
  canaries: 3,
  irreversibleCanaries: 10,
  auditShare: 1 / 20,
  repairsADay: 2,
  breakerMs: 60_000,
  breakerMostMs: 3_600_000,
};
