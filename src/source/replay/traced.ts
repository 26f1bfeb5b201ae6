import { traceName } from '../../core/certify/program-names.ts';
import { walk } from '../walk.ts';
import type { Runnable } from './runnable.ts';
import { TextEdits } from './text-edits.ts';

const comparisons = new Set(['<', '<=', '>', '>=', '===', '!==', '==', '!=']);

/** The same program, which tells `$trace(site, sign, left, right)` of each comparison that it makes, and goes on with what that gives. */
export function tracedText({ text, program }: Runnable): string {
  const edits = new TextEdits();
  walk(program, (node) => {
    if (node.type !== 'BinaryExpression' || !comparisons.has(node.operator)) return true;
    const between = text.slice(node.left.end, node.right.start);
    const at = between.indexOf(node.operator);
    if (at < 0 || between.includes('/')) return true;
    edits.around(node.start, node.end, `${traceName}(${node.start},'${node.operator}',`, ')');
    const from = node.left.end + at;
    edits.replace(from, from + node.operator.length, ',');
    return true;
  });
  return edits.applied(text);
}
