import { type Alias, isAlias, isMap, isSeq, type ParsedNode, type Scalar } from 'yaml';
import { shown } from '../../model/shown-text.ts';
import type { Diagnoses } from '../diagnoses/diagnoses.ts';
import { deepestNesting } from './yaml-document.ts';

/** What aliases may blow a file up to: nodes and characters together, each counted as often as it is used. */
const largestExpansion = 4 * 1024 * 1024;

/** What each alias stands for: the last anchor of its name before it. One that names none is missing. */
export type AliasTargets = ReadonlyMap<Alias, ParsedNode>;

/**
 * Finds what every alias stands for. Null where the file is not to be expanded, which is then among the diagnoses; so that
 * whoever follows the aliases ends soon and never deep.
 */
export function resolveAliases(root: ParsedNode, diagnoses: Diagnoses): AliasTargets | null {
  const expansion = new Expansion(diagnoses);
  expansion.visit(root, 1);
  return expansion.refused ? null : expansion.targets;
}

interface Anchor {
  readonly node: ParsedNode;
  /** When expanded. null while the node is still open: an alias to it from inside would never end. */
  size: { readonly weight: number; readonly depth: number } | null;
}

class Expansion {
  readonly targets = new Map<Alias, ParsedNode>();
  refused = false;
  private readonly anchors = new Map<string, Anchor>();
  private readonly diagnoses: Diagnoses;
  private weight = 0;

  constructor(diagnoses: Diagnoses) {
    this.diagnoses = diagnoses;
  }

  /** Goes through a node in the order of the text; gives its depth when expanded. */
  visit(node: ParsedNode, level: number): number {
    this.weight += 1;
    if (isAlias(node)) return this.follow(node, level);
    const before = this.weight;
    const anchor: Anchor = { node, size: null };
    if (node.anchor !== undefined) this.anchors.set(node.anchor, anchor);
    let depth = 0;
    for (const child of childrenOf(node)) {
      if (this.refused) return depth;
      depth = Math.max(depth, this.visit(child, level + 1));
    }
    if (depth === 0) this.weight += ((node as Scalar).source ?? '').length;
    anchor.size = { weight: this.weight - before, depth: depth + 1 };
    return depth + 1;
  }

  private follow(alias: Alias.Parsed, level: number): number {
    const anchor = this.anchors.get(alias.source);
    const name = `*${shown(alias.source)}`;
    if (anchor === undefined) {
      this.report(
        'workflow/unknown-alias',
        alias,
        `the alias ${name} names no anchor before it`,
        'a text that begins with * must be quoted',
      );
      return 1;
    }
    if (anchor.size === null) return this.refuse(alias, `the alias ${name} stands inside its own anchor and would never end`);
    this.targets.set(alias, anchor.node);
    this.weight += anchor.size.weight;
    if (this.weight > largestExpansion) return this.refuse(alias, 'the aliases up to here blow the file up to more than 4 MiB');
    if (level + anchor.size.depth > deepestNesting)
      return this.refuse(alias, `the aliases up to here nest more than ${deepestNesting} levels deep`);
    return anchor.size.depth;
  }

  private refuse(alias: Alias.Parsed, message: string): number {
    this.refused = true;
    this.report('workflow/alias-bomb', alias, message, 'write the values out');
    return 1;
  }

  private report(code: 'workflow/unknown-alias' | 'workflow/alias-bomb', { range }: Alias.Parsed, message: string, hint: string): void {
    this.diagnoses.report(code, { start: range[0], end: range[1] }, message, hint);
  }
}

function* childrenOf(node: ParsedNode): Iterable<ParsedNode> {
  if (isSeq<ParsedNode>(node)) yield* node.items;
  if (!isMap<ParsedNode, ParsedNode | null>(node)) return;
  for (const { key, value } of node.items) {
    yield key;
    // A flow map's key may stand without a value: {a, b}.
    if (value !== null) yield value;
  }
}
