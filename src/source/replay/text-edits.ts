/** Changes of a text that are told apart by places in it, and made all at once. */
export class TextEdits {
  private readonly edits: { readonly at: number; readonly end: number; readonly text: string; readonly rank: number }[] = [];

  /** Puts texts around a part. Of parts that begin or end at one place, the one that was told first is outside. */
  around(start: number, end: number, before: string, after: string): void {
    const rank = this.edits.length;
    this.edits.push({ at: start, end: start, text: before, rank: 1_000_000 + rank }, { at: end, end, text: after, rank: -rank });
  }

  replace(start: number, end: number, text: string): void {
    this.edits.push({ at: start, end, text, rank: 0 });
  }

  applied(text: string): string {
    let [done, whole] = [0, ''];
    for (const each of this.edits.toSorted((one, other) => one.at - other.at || one.rank - other.rank)) {
      whole += text.slice(done, each.at) + each.text;
      done = each.end;
    }
    return whole + text.slice(done);
  }
}
