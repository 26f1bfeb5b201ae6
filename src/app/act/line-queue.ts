/** Lines as they come, for one reader. */
export class LineQueue implements AsyncIterable<string> {
  private lines: string[] = [];
  private isOver = false;
  private wake: () => void = () => {};

  push(line: string): void {
    this.lines.push(line);
    this.wake();
  }

  end(): void {
    this.isOver = true;
    this.wake();
  }

  async *[Symbol.asyncIterator](): AsyncIterator<string> {
    for (;;) {
      yield* this.lines.splice(0);
      if (this.isOver && this.lines.length === 0) return;
      if (this.lines.length > 0) continue;
      await new Promise<void>((resolve) => {
        this.wake = resolve;
      });
    }
  }
}
