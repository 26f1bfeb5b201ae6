import type { Program } from 'acorn';
import { walk } from './walk.ts';

/** The names that literal texts of a program can be, each once, sorted: what it calls by name is among them, unless it computes the name. */
export function namedTexts(program: Program): string[] {
  const names = new Set<string>();
  walk(program, (node) => {
    const text = node.type === 'Literal' ? node.value : node.type === 'TemplateElement' ? node.value.cooked : null;
    if (typeof text === 'string' && /^[A-Za-z_]\w*$/.test(text)) names.add(text);
    return true;
  });
  return [...names].sort();
}
