/** Code that cannot be run as it is written: why and where, in the model's own text. */
export class SyntaxFault extends Error {
  /** 1-based; null = not known. */
  readonly line: number | null;
  readonly column: number | null;

  constructor(message: string, line: number | null, column: number | null) {
    super(message);
    this.line = line;
    this.column = column;
  }
}
