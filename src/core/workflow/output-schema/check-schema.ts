import { quoted, shown } from '../../model/shown-text.ts';
import type { Diagnoses } from '../diagnoses/diagnoses.ts';
import type { JsonTree } from '../fields/json-tree.ts';
import { type PatternBudget, patternFault } from '../texts/pattern.ts';
import { keywords, plainMisfit, refusedKeywords, type Shape, typeNames } from './keywords.ts';
import { endlessReference, type Next, referenced } from './references.ts';

/** Keywords whose schemas are about the very value that the schema itself is about. */
const sameValue = ['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else', 'dependentSchemas'];

/**
 * Reports what is wrong with a JSON Schema (draft 2020-12). What passes can be compiled and ends: references stay within it and
 * lead somewhere, patterns are RE2's. A check of our own, as loading ajv and compiling the schema of schemas takes 60 ms
 * (measured), more than the rest of the start.
 */
export function checkSchema(root: JsonTree, diagnoses: Diagnoses, patterns: PatternBudget): void {
  const walk = new Walk(diagnoses, patterns);
  walk.visit(root);
  for (const { at, nexts } of walk.references) {
    const reference = at.json as string;
    const schema = referenced(root, reference);
    if (schema !== null && walk.schemas.has(schema)) nexts.push({ schema, at });
    else {
      const local = reference.startsWith('#');
      const hint = local ? 'write $ref: "#/$defs/name", and the part under $defs' : 'put the part in $defs: nothing is fetched';
      walk.report(at, `$ref ${quoted(reference)} leads to no schema in it`, hint);
    }
  }
  const endless = endlessReference(walk.schemas);
  if (endless === null) return;
  walk.report(
    endless,
    `$ref ${quoted(endless.json as string)} comes back to itself and would never end`,
    'put a properties or items between',
  );
}

class Walk {
  /** Every schema that was visited, with those that are asked about the same value. */
  readonly schemas = new Map<JsonTree, Next[]>();
  /** Every `$ref`, with the list that its target belongs in. */
  readonly references: { readonly at: JsonTree; readonly nexts: Next[] }[] = [];
  private readonly diagnoses: Diagnoses;
  private readonly patterns: PatternBudget;

  constructor(diagnoses: Diagnoses, patterns: PatternBudget) {
    this.diagnoses = diagnoses;
    this.patterns = patterns;
  }

  report(at: JsonTree, what: string, hint: string): void {
    this.diagnoses.report('workflow/invalid-schema', at.place, `output.schema is invalid: ${what}`, hint);
  }

  visit(schema: JsonTree): void {
    const nexts: Next[] = [];
    this.schemas.set(schema, nexts);
    for (const [name, { key, tree }] of schema.members) {
      const shape = keywords.get(name);
      const refused = refusedKeywords.get(name);
      if (shape !== undefined) this.visitKeyword(name, shape, tree, nexts);
      else if (refused !== undefined) this.report({ ...tree, place: key }, `${name} is not read here`, refused);
      else if (!name.startsWith('x-')) {
        const hint = this.diagnoses.didYouMean(name, [...keywords.keys()], 'it checks nothing; delete it, or begin it with x-');
        this.diagnoses.report('workflow/unknown-schema-keyword', key, `${quoted(name)} is no keyword of JSON Schema`, hint);
      }
    }
  }

  private visitKeyword(name: string, shape: Shape, tree: JsonTree, nexts: Next[]): void {
    const misfit = plainMisfit(shape, tree.json);
    if (misfit !== null) {
      const near = shape === 'type' && typeof tree.json === 'string' ? this.diagnoses.nearest(tree.json, typeNames) : null;
      this.report(
        tree,
        `${name} must be ${misfit[0]}`,
        near === null ? `write it so: ${name}: ${misfit[1]}` : `did you mean ${quoted(near)}?`,
      );
      return;
    }
    if (shape === 'pattern') this.checkPattern(name, tree.json as string, tree);
    if (shape === 'reference') this.references.push({ at: tree, nexts });
    for (const inner of this.innerSchemas(name, shape, tree)) {
      this.visit(inner);
      if (sameValue.includes(name)) nexts.push({ schema: inner, at: null });
    }
  }

  private innerSchemas(name: string, shape: Shape, tree: JsonTree): readonly JsonTree[] {
    if (shape === 'schema') return [tree];
    if (shape === 'patternMap') for (const [pattern, { key }] of tree.members) this.checkPattern(name, pattern, { ...tree, place: key });
    const isMap = shape === 'schemaMap' || shape === 'patternMap';
    const inner = shape === 'schemas' ? tree.items : isMap ? [...tree.members.values()].map((member) => member.tree) : [];
    return inner.filter((each) => {
      const misfit = plainMisfit('schema', each.json);
      if (misfit !== null) this.report(each, `a part of ${name} must be ${misfit[0]}`, `write it so: ${misfit[1]}`);
      return misfit === null;
    });
  }

  private checkPattern(name: string, pattern: string, at: JsonTree): void {
    const fault = patternFault(pattern, this.patterns);
    if (fault !== null) this.report(at, `${name}: ${shown(fault.what)}`, fault.hint);
  }
}
