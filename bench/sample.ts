/** Several measurements of one thing. The noise is said with the figure: min and max. */
export interface Sample {
  readonly median: number;
  readonly min: number;
  readonly max: number;
  readonly rounds: number;
}

/** The sample of these values; throws without any. */
export function sampleOf(values: readonly number[]): Sample {
  const sorted = [...values].sort((one, other) => one - other);
  const [min, max] = [sorted[0], sorted.at(-1)];
  if (min === undefined || max === undefined) throw new Error('nothing was measured');
  const middle = sorted.length / 2;
  const median = ((sorted[Math.ceil(middle) - 1] as number) + (sorted[Math.floor(middle)] as number)) / 2;
  return { median, min, max, rounds: sorted.length };
}

/** "3.21 (3.10–3.90)", of so many digits behind the point. */
export function inWords({ median, min, max, rounds }: Sample, digits: number): string {
  return rounds === 1 ? median.toFixed(digits) : `${median.toFixed(digits)} (${min.toFixed(digits)}–${max.toFixed(digits)})`;
}
