import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { checkDeclarations, type Exported } from '../../core/effects/check-declarations.ts';
import type { Refusal } from '../../core/model/refusal.ts';
import { fail, ok, type Result } from '../../core/model/result.ts';
import type { Primitive } from '../../ports/primitive.ts';
import type { PrimitiveDefinition } from './define-primitive.ts';
import { importFile } from './import-file.ts';
import { ownPrimitive } from './own-primitive.ts';

/**
 * The primitives that these files declare (paths relative to `root`), and those that a program `given` has defined. The files are the user's own
 * code and run in this process. All that is wrong in all of them is told at once. `taken`: names that are in use.
 */
export async function loadPrimitives(
  files: readonly string[],
  root: string,
  taken: Iterable<string>,
  given: readonly unknown[] = [],
): Promise<Result<readonly Primitive[], Refusal>> {
  const faults: string[] = [];
  const exported: Exported[] = given.map((value, at) => ({ at: `primitives[${at}]`, value }));
  for (const file of files) {
    try {
      const found = exportsOf(await importFile(pathToFileURL(resolve(root, file)).href));
      if (found.length === 0) faults.push(`${file}: exports no primitive`);
      exported.push(...found.map(({ at, value }) => ({ at: `${file}: ${at}`, value })));
    } catch (error) {
      faults.push(`${file}: cannot be loaded: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  const checked = checkDeclarations(exported, taken);
  for (const { at, value } of exported)
    if (isForServers((value as { name?: unknown } | null)?.name))
      faults.push(`${at}.name "mcp" is kept for the tools of MCP servers; begin with another word`);
  faults.push(...checked.faults.map(({ place, message }) => `${place} ${message}`));
  if (faults.length > 0) return fail(refusal(faults));
  return ok(checked.declarations.map((declaration, at) => ownPrimitive(declaration, exported[at]?.value as PrimitiveDefinition)));
}

/** Objects and lists of them, by the names that they are exported under; what else a file exports is its own affair. */
function exportsOf(module: Readonly<Record<string, unknown>>): Exported[] {
  const found = new Map<unknown, string>();
  const add = (at: string, value: unknown): void => {
    if (typeof value !== 'object' || value === null || found.has(value)) return;
    if (Array.isArray(value)) for (const [index, each] of value.entries()) add(`${at}[${index}]`, each);
    // A file of CommonJS, or one that exports a map of them.
    else if (at === 'default' && !('name' in value) && !('perform' in value))
      for (const [key, each] of Object.entries(value)) add(key, each);
    else found.set(value, at);
  };
  for (const [at, value] of Object.entries(module)) add(at, value);
  return [...found].map(([value, at]) => ({ at, value }));
}

/** Whether a server that `pawl.yml` names some day may have a tool of that name. */
const isForServers = (name: unknown): boolean => typeof name === 'string' && (name === 'mcp' || name.startsWith('mcp.'));

const refusal = (faults: readonly string[]): Refusal => ({
  code: 'run/invalid-primitives',
  message: `primitives of your own are not as they must be:\n${faults.map((fault) => `  ${fault}`).join('\n')}`,
  hint: 'what a declaration needs: docs/primitives.md',
});
