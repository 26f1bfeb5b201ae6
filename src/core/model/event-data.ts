/** The `data:` fields of a stream of server-sent events, whose text comes in pieces of any size. Comments and other fields are dropped. */
export class EventData {
  #carry = '';

  push(piece: string): string[] {
    const lines = piece.split('\n');
    lines[0] = this.#carry + lines[0];
    this.#carry = lines.pop() as string;
    return lines.flatMap(dataOf);
  }

  /** What the last line holds, where no newline ends it. */
  end(): string[] {
    return dataOf(this.#carry);
  }
}

// Every server in use writes an event's data on one line, so that lines need not be joined.
function dataOf(line: string): string[] {
  return line.startsWith('data:') ? [line.slice('data:'.length).trim()] : [];
}
