import type { Scalar } from 'yaml';

/** A scalar as text: what was written, whatever YAML would make of it (`007`, `0x1F`, `yes`, `2024-01-01`). */
export const textOf = (scalar: Scalar): string => scalar.source as string;

/**
 * A scalar as a whole number; null where it is none. A quoted one is text. Digits may be grouped by underscores, as devkit's
 * own YAML reader has it.
 */
export function integerOf(scalar: Scalar): number | null {
  if (scalar.type !== 'PLAIN') return null;
  const grouped = /^[-+]?\d[\d_]*$/.test(textOf(scalar)) ? Number(textOf(scalar).replaceAll('_', '')) : scalar.value;
  return Number.isSafeInteger(grouped) ? (grouped as number) : null;
}

/** A scalar as a number; null where it is none. A quoted one is text. */
export const numberOf = ({ type, value }: Scalar): number | null =>
  type === 'PLAIN' && typeof value === 'number' && Number.isFinite(value) ? value : null;

const flagWords: ReadonlyMap<string, boolean> = new Map([
  ...['y', 'Y', 'yes', 'on'].map((word) => [word, true] as const),
  ...['n', 'N', 'no', 'off'].map((word) => [word, false] as const),
]);

/** A scalar as true or false; null where it is neither. Takes the words of YAML 1.1 too, as devkit's reader does. */
export function flagOf(scalar: Scalar): boolean | null {
  if (scalar.type !== 'PLAIN') return null;
  return typeof scalar.value === 'boolean' ? scalar.value : (flagWords.get(textOf(scalar)) ?? null);
}
