import type { GuidanceSection } from './library-entry.ts';

/** Markdown as sections: each begins at a heading of the second level; what stands before the first has the heading ''. */
export function sectionsOf(markdown: string): GuidanceSection[] {
  const sections: { heading: string; lines: string[] }[] = [{ heading: '', lines: [] }];
  let fence: string | null = null;
  for (const line of markdown.split('\n')) {
    // A line of code that looks like a heading is none.
    const [mark = null] = /^(```|~~~)/.exec(line) ?? [];
    if (mark !== null) fence = fence === null ? mark : fence === mark ? null : fence;
    const heading = fence === null ? /^##\s+(.+)$/.exec(line)?.[1] : undefined;
    if (heading === undefined) sections.at(-1)?.lines.push(line);
    else sections.push({ heading: heading.trim(), lines: [] });
  }
  return sections
    .map(({ heading, lines }) => ({ heading, text: lines.join('\n').trim() }))
    .filter(({ heading, text }) => heading !== '' || text !== '');
}
