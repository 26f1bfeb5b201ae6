import { quoted } from '../../model/shown-text.ts';
import type { Deciding } from '../edits/deciding.ts';
import type { GuidanceDelta } from '../edits/library-edit.ts';
import type { GuidanceEntry, GuidanceSection } from './library-entry.ts';

const longestTitle = 200;

/** As of a function's text: longer guidance nobody reads, and each version of it is kept for ever. */
const mostChars = 500_000;

/** As a whole, in Markdown: its sections in order, each under its heading. */
export const guidanceText = ({ sections }: Pick<GuidanceEntry, 'sections'>): string =>
  sections.map(({ heading, text }) => (heading === '' ? text.trim() : `## ${heading}\n\n${text.trim()}`)).join('\n\n');

/** Says all that is wrong with a title and sections. Lengths are counted in characters as people see them, nearly: in code points. */
export function checkGuidance(deciding: Deciding, title: string, sections: readonly GuidanceSection[]): void {
  const wrong = (message: string, hint: string) => deciding.fault('library/invalid-guidance', message, hint);
  const length = [...title.trim()].length;
  if (length === 0) wrong('guidance has a title', `say in 1 to ${longestTitle} characters what it is about`);
  if (length > longestTitle) wrong(`the title has ${length} characters`, `it may have ${longestTitle}; what is more belongs in a section`);
  if (/[\r\n]/.test(title.trim())) wrong('the title has more than one line', 'write it on one');
  if (sections.every(({ text }) => text.trim() === '')) wrong('guidance says something', 'give it a section with at least one character');
  const chars = sections.reduce((sum, { heading, text }) => sum + heading.length + text.length, 0);
  if (chars > mostChars) wrong(`the guidance has ${chars} characters`, `it may have ${mostChars}: say what matters`);
  const half = [title, ...sections.flatMap(({ heading, text }) => [heading, text])].find((each) => /\p{Cs}/u.test(each));
  if (half !== undefined) wrong('the guidance has half a character in it', 'write it with whole ones: what is kept is UTF-8');
  const seen = new Set<string>();
  for (const { heading } of sections) {
    if (seen.has(heading)) wrong(`there are two sections ${quoted(heading)}`, 'put them together: sections are changed by their names');
    seen.add(heading);
    if (heading !== heading.trim() || /[\r\n]/.test(heading) || heading.startsWith('#'))
      wrong(`${quoted(heading)} is no heading`, 'one line, without blanks around it and without #');
  }
}

/** The sections after a delta: what it replaces and removes must be there, what it adds must not. */
export function afterDelta(deciding: Deciding, entry: GuidanceEntry, delta: GuidanceDelta): readonly GuidanceSection[] {
  const { replace = [], add = [], remove = [] } = delta;
  const wrong = (message: string, hint: string) => deciding.fault('library/invalid-guidance', message, hint);
  const headings = new Set(entry.sections.map(({ heading }) => heading));
  const missing = [...replace.map(({ heading }) => heading), ...remove].filter((heading) => !headings.has(heading));
  for (const heading of missing)
    wrong(
      `the guidance ${entry.id} has no section ${quoted(heading)}`,
      `it has ${entry.sections.map((each) => quoted(each.heading)).join(', ')}`,
    );
  const removed = new Set(remove);
  const replaced = new Map(replace.map((section) => [section.heading, section]));
  for (const heading of replaced.keys())
    if (removed.has(heading)) wrong(`the section ${quoted(heading)} is both replaced and removed`, 'do one of the two');
  for (const { heading } of add)
    if (headings.has(heading) && !removed.has(heading))
      wrong(`the guidance ${entry.id} has a section ${quoted(heading)} already`, 'replace that');
  const stay = entry.sections.filter(({ heading }) => !removed.has(heading)).map((section) => replaced.get(section.heading) ?? section);
  return [...stay, ...add.filter(({ heading }) => !headings.has(heading) || removed.has(heading))];
}
