import type { GuidanceSection } from './library-entry.ts';

/** Markdown as sections: a heading of the second level begins one, also within it none of a fence of code does. What stands before the first has ''. */
export function readSections(text: string): readonly GuidanceSection[] {
  const sections: { heading: string; lines: string[] }[] = [{ heading: '', lines: [] }];
  let isFenced = false;
  for (const line of text.replaceAll('\r\n', '\n').split('\n')) {
    if (/^ {0,3}(?:```|~~~)/.test(line)) isFenced = !isFenced;
    const heading = isFenced ? null : /^## +(.*?) *#* *$/.exec(line);
    if (heading === null) (sections.at(-1) as { lines: string[] }).lines.push(line);
    else sections.push({ heading: heading[1] as string, lines: [] });
  }
  const read = sections.map(({ heading, lines }) => ({ heading, text: lines.join('\n').trim() }));
  return read.filter(({ heading, text: content }, at) => at > 0 || heading !== '' || content !== '');
}
