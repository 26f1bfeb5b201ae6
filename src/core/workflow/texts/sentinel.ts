/**
 * Whether a sentinel (`until`, `when`) stands in a text: as a whole word like `grep -w`, in any letter case, anywhere,
 * blanks around the sentinel cut. Word characters are [A-Za-z0-9_]. A blank sentinel never matches.
 */
export function sentinelMatches(text: string, sentinel: string): boolean {
  const word = sentinel.trim();
  if (word === '') return false;
  const literal = word.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&');
  // Lookarounds test the neighbours without consuming them, so that overlapping candidates are all seen.
  return new RegExp(`(?<![A-Za-z0-9_])${literal}(?![A-Za-z0-9_])`, 'i').test(text);
}
