import { styleText } from 'node:util';

/** Where a command prints, and what it may know of its surroundings. */
export interface Terminal {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Whether a person watches stdout, so that lines may be redrawn. */
  readonly interactive: boolean;
  readonly columns: number;
  out(line: string): void;
  /** One JSON object a line, on stdout. */
  json(value: object): void;
  /** Bytes as they are, without a newline. */
  raw(bytes: string | Uint8Array): void;
  err(line: string): void;
  /** One JSON object a line, on stderr. */
  errJson(value: object): void;
  style(format: Style, text: string): string;
}

export type Style = 'green' | 'red' | 'yellow' | 'cyan' | 'dim' | 'bold';

/** The process's own terminal. Colour only where a person's terminal shows it; NO_COLOR and FORCE_COLOR count. */
export function processTerminal(): Terminal {
  const { stdout, stderr, env } = process;
  // A reader that goes away (`pawl runs | head`) ends the printing, not the run.
  for (const stream of [stdout, stderr]) stream.on('error', () => {});
  return {
    cwd: process.cwd(),
    env,
    interactive: stdout.isTTY === true && env.TERM !== 'dumb' && env.CI === undefined,
    // 0 on a terminal that does not know its size.
    columns: stdout.columns || 80,
    out: (line) => void stdout.write(`${line}\n`),
    json: (value) => void stdout.write(`${jsonLine(value)}\n`),
    raw: (bytes) => void stdout.write(bytes),
    err: (line) => void stderr.write(`${line}\n`),
    errJson: (value) => void stderr.write(`${jsonLine(value)}\n`),
    style: (format, text) => styleText(format, text, { stream: stdout }),
  };
}

/** JSON on one line for every reader: some also split lines at U+2028 and U+2029, which JSON leaves bare. */
const jsonLine = (value: object): string => JSON.stringify(value).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
