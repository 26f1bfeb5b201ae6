interface Change {
  /** 0-based, in the original. */
  readonly column: number;
  readonly removed: number;
  readonly inserted: number;
}

/** Leads from a column of the code that runs to the one of the text that was written. Lines are the same in both. */
export class ColumnMap {
  readonly #changes = new Map<number, Change[]>();

  /** Of one line, from left to right. */
  add(line: number, change: Change): void {
    const before = this.#changes.get(line);
    if (before) before.push(change);
    else this.#changes.set(line, [change]);
  }

  /** @param line 1-based; @param column 0-based, as the result. */
  original(line: number, column: number): number {
    let shift = 0;
    for (const { column: at, removed, inserted } of this.#changes.get(line) ?? []) {
      if (column < at + shift) break;
      if (column < at + shift + inserted) return at;
      shift += inserted - removed;
    }
    return column - shift;
  }
}
