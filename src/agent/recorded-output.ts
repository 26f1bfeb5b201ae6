/** What the model was shown of a cell, read again. */
export interface RecordedOutput {
  /** Without the note that a session was lost, where there is one. */
  readonly text: string;
  /** Whether its session began anew, as the one of that name was lost when the process ended. */
  readonly isAnew: boolean;
  /** Whether it was ended from outside: by its limit of time, or with the act. What it would have done else nobody knows. */
  readonly isCut: boolean;
  /** Whether its session went with it. */
  readonly endsSession: boolean;
}

/** The line above the output of a cell whose session could not be made again. */
export const lostNote = (session: string, why: string): string => `${`The session "${session}" ${wasLost}${why}`.replaceAll('\n', ' ')}\n`;

const wasLost = 'was lost when the process ended, and begins anew: ';

/** What is said of code that was interrupted and went another way when it ran again. */
export const interruptedText = (difference: string): string =>
  `Interrupted: the process ended while this code ran. It was run again with what its calls had given, and went another way: ${difference}. ` +
  'It was ended there. What it had called before has happened; look before you do any of it again.';

export function readOutput(output: string): RecordedOutput {
  const firstLine = output.slice(0, output.indexOf('\n') + 1);
  const isAnew = firstLine.startsWith('The session "') && firstLine.includes(wasLost);
  const text = isAnew ? output.slice(firstLine.length) : output;
  return {
    text,
    isAnew,
    isCut: /^(timeout|cancelled): /.test(text),
    endsSession: /^(timeout|cancelled|memory|ended)(: | at line )|^Interrupted: /.test(text),
  };
}
