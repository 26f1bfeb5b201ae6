import type { AnyNode, Comment, Program } from 'acorn';
import type { WrittenText } from '../core/library/function/code-facts.ts';
import type { Bindings } from './bindings.ts';
import type { Piece } from './constants.ts';
import { LikelyTexts } from './likely-texts.ts';
import type { Spots } from './spots.ts';
import { walk } from './walk.ts';

/** Shorter names and numbers hold no credential. */
const shortestChars = 8;

interface Written {
  readonly program: Program;
  readonly comments: readonly Comment[];
  readonly bindings: Bindings;
  /** The text as it was written, and the same with blanks where its types stood. */
  readonly code: string;
  readonly text: string;
}

/**
 * Every text that stands in code: literals, patterns, long names and numbers, what is likely to be put together, comments, and all that types
 * say, which are gone from the tree. A text that is put together stands beside its parts.
 */
export function writtenTexts({ program, comments, bindings, code, text: bare }: Written, { at }: Spots): WrittenText[] {
  const found: WrittenText[] = [];
  const inSum = new Set<AnyNode>();
  const names = new Set<string>();
  const likely = new LikelyTexts(bindings);
  const add = (text: string, node: { readonly start: number; readonly end: number }): void => {
    if (text !== '') found.push({ text, at: at(node) });
  };
  walk(program, (node) => {
    if (node.type === 'Literal') {
      if (typeof node.value === 'string') add(node.value, node);
      else if (node.regex) add(node.regex.pattern, node);
      else if (node.raw !== undefined && node.raw.length >= shortestChars) add(node.raw.replace(/_|n$/g, ''), node);
    } else if (node.type === 'TemplateElement') add(node.value.cooked ?? node.value.raw, node);
    else if (node.type === 'Identifier' || node.type === 'PrivateIdentifier') {
      if (node.name.length >= shortestChars && !names.has(node.name)) add(node.name, node);
      names.add(node.name);
    } else if (node.type === 'TemplateLiteral' || node.type === 'CallExpression' || node.type === 'AssignmentExpression' || isSum(node)) {
      if (isSum(node)) for (const each of [node.left, node.right]) inSum.add(each);
      // Of a sum the whole of it says all that its parts do.
      if (!(isSum(node) && inSum.has(node))) for (const text of runs(likely.pieces(node))) add(text, node);
    }
    return true;
  });
  for (const comment of comments) add(comment.value, comment);
  for (const { text, start } of textsOfTypes(code, bare)) add(text, { start, end: start + text.length });
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

/** Texts, comments, long names and numbers of types: where the code and the same without types differ. Word by word: `token: Uint8Array` is no secret. */
function textsOfTypes(code: string, bare: string): { readonly text: string; readonly start: number }[] {
  const found: { text: string; start: number }[] = [];
  if (code === bare) return found;
  for (const { 0: whole, index } of code.matchAll(typeWord)) {
    const start = /^['"]/.test(whole) ? index + 1 : index;
    const text = start === index ? whole : whole.slice(1, -1).replace(/\\(.)/g, '$1');
    if (text.length >= shortestChars && code.slice(index, index + whole.length) !== bare.slice(index, index + whole.length))
      found.push({ text, start });
  }
  return found;
}

const typeWord = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`[^`]*`|\/\/[^\n]*|\/\*[\s\S]*?\*\/|[\w$]+/g;
