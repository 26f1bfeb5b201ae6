/**
 * The lowest rate of agreement that is still believable after so many comparisons, at the given confidence (0.95: in one of twenty such series the
 * true rate is lower). Exact (Clopper–Pearson), so 3 of 3 say "more than 0.36", never "100 %". 0 where nothing agreed.
 */
export function rateBound(agreements: number, disagreements: number, confidence = 0.95): number {
  if (agreements === 0) return 0;
  // The chance of so many agreements or more grows with the rate; 60 halvings are as exact as a number can be.
  let [low, high] = [0, 1];
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2;
    if (chanceOfSoMany(agreements, disagreements, middle) < 1 - confidence) low = middle;
    else high = middle;
  }
  return low;
}

/** The chance of at most so many disagreements among all, where each comparison agrees at this rate. */
function chanceOfSoMany(agreements: number, disagreements: number, rate: number): number {
  const all = agreements + disagreements;
  let [term, sum] = [rate ** all, 0];
  for (let missed = 0; missed <= disagreements; missed++) {
    sum += term;
    term *= ((all - missed) / (missed + 1)) * ((1 - rate) / rate);
  }
  return sum;
}
