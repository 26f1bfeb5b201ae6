import type { StoredShape } from './stored-shape.ts';

/** Something that is stored, under whatever key its owner has for it. */
interface Entry {
  readonly stored: StoredShape;
  readonly marks: readonly string[];
}

/**
 * Finds the few functions of a library with which a candidate is worth comparing, which takes the product of their lengths each. A function is
 * near by what it has in common with the candidate: statements, words of the description, its last effect, weighted by how rare they are.
 */
export class NearFunctions {
  private readonly entries: readonly Entry[];
  private readonly postings = new Map<string, number[]>();

  constructor(all: readonly StoredShape[]) {
    this.entries = all.map((stored) => ({ stored, marks: marksOf(stored) }));
    for (const [at, { marks }] of this.entries.entries())
      for (const mark of marks) {
        const list = this.postings.get(mark);
        if (list) list.push(at);
        else this.postings.set(mark, [at]);
      }
  }

  /** At most `most`, the nearest first; of equals, what was stored first. */
  of(candidate: StoredShape, most = 50): StoredShape[] {
    const scores = new Float64Array(this.entries.length);
    let own = 0;
    for (const mark of marksOf(candidate)) {
      const list = this.postings.get(mark) ?? [];
      const weight = Math.log(1 + this.entries.length / (list.length + 0.5)) ** 2;
      own += weight;
      for (const at of list) scores[at] = (scores[at] as number) + weight;
    }
    // A long function has something in common with all.
    const scored = this.entries.flatMap(({ stored, marks }, at) => {
      const score = scores[at] as number;
      return score > 0 ? [{ stored, score: score / Math.sqrt(own * marks.length) }] : [];
    });
    return scored
      .sort((one, other) => other.score - one.score)
      .slice(0, most)
      .map(({ stored }) => stored);
  }
}

/** What postings are kept by, each once. */
function marksOf({ shape, goal }: StoredShape): string[] {
  return [
    ...new Set([
      `digest ${shape.digest}`,
      `outline ${shape.outline}`,
      `last ${shape.effects.at(-1)?.name ?? ''}`,
      ...goal.words.map((word) => `word ${word}`),
      ...shape.statements.map((statement) => `statement ${statement}`),
    ]),
  ];
}
