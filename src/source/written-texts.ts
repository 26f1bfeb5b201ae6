import type { AnyNode, Comment, Program } from 'acorn';
import type { WrittenText } from '../core/library/function/code-facts.ts';
import type { Constants, Piece } from './constants.ts';
import type { Spots } from './spots.ts';
import { walk } from './walk.ts';

/**
 * Every text that stands in code: literals, patterns, what is known of templates and concatenations put together, comments. A text that is
 * put together stands beside its parts.
 */
export function writtenTexts(program: Program, comments: readonly Comment[], constants: Constants, { at }: Spots): WrittenText[] {
  const found: WrittenText[] = [];
  const inSum = new Set<AnyNode>();
  const add = (text: string, node: { readonly start: number; readonly end: number }): void => {
    if (text !== '') found.push({ text, at: at(node) });
  };
  walk(program, (node) => {
    if (node.type === 'Literal') {
      if (typeof node.value === 'string') add(node.value, node);
      else if (node.regex) add(node.regex.pattern, node);
    } else if (node.type === 'TemplateElement') add(node.value.cooked ?? node.value.raw, node);
    else if (node.type === 'TemplateLiteral' || node.type === 'CallExpression' || isSum(node)) {
      if (isSum(node)) for (const each of [node.left, node.right]) inSum.add(each);
      // Of a sum the whole of it says all that its parts do.
      if (!(isSum(node) && inSum.has(node))) for (const text of runs(constants.pieces(node))) add(text, node);
    }
    return true;
  });
  for (const comment of comments) add(comment.value, comment);
  return found;
}

const isSum = (node: AnyNode): node is Extract<AnyNode, { type: 'BinaryExpression' }> =>
  node.type === 'BinaryExpression' && node.operator === '+';

/** What is known on end, of more than one piece. */
function runs(pieces: readonly Piece[]): string[] {
  const texts: string[] = [];
  let run: string[] = [];
  for (const piece of [...pieces, null]) {
    if (piece !== null) run.push(piece);
    else {
      if (run.length > 1) texts.push(run.join(''));
      run = [];
    }
  }
  return texts;
}
