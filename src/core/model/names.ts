/**
 * The part of a variable's name that stands for a step: a–z become A–Z; A–Z, 0–9 and _ stay; any other byte of the id's
 * UTF-8 becomes _. So `run-tests` is `RUN_TESTS`, read by commands as `PAWL_OUT_RUN_TESTS`.
 */
export function envKeyOf(id: string): string {
  let key = '';
  for (const character of id) {
    if (/[A-Za-z0-9_]/.test(character)) key += character.toUpperCase();
    else key += '_'.repeat(utf8Length(character));
  }
  return key;
}

function utf8Length(character: string): number {
  const point = character.codePointAt(0) as number;
  return point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
}

/**
 * A workflow's name as a part of a git branch: lower-case letters of any script (with their marks) and digits, everything else one dash,
 * at most 40 characters. Never empty, never ending in what git refuses (`.lock`, a dot, a dash).
 */
export function branchSlugOf(name: string): string {
  const slug = name
    .normalize('NFC')
    .toLowerCase()
    // The tables of all scripts take 0.7 ms to make, in each process anew.
    .replace(/^[\x20-\x7e]*$/.test(name) ? /[^a-z0-9]+/g : /[^\p{L}\p{M}\p{N}]+/gu, '-')
    // By characters, not by halves of them.
    .replace(/^(.{40}).*$/su, '$1')
    .replace(/^-+|-+$/g, '');
  return slug === '' ? 'workflow' : slug;
}

/** What a run's id looks like: four to eight of the characters that no one confuses when reading aloud. */
export const runIdAlphabet = '23456789abcdefghjkmnpqrstuvwxyz';

export const isRunId = (text: string): boolean => /^[23456789abcdefghjkmnpqrstuvwxyz]{4,8}$/.test(text);

/** The run that this one is a part of, or itself: a run within a run has its outer one's id before a dot. */
export const outermostRun = (run: string): string => run.split('.', 1)[0] as string;

/** Whether a run is a part of another one. */
export const isInnerRun = (run: string): boolean => run.includes('.');
