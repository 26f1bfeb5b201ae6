import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { StoredFunction } from '../../ports/functions.ts';
import { stateFolder } from '../project/root.ts';
import { projectOf } from './load-functions.ts';

/** What an act did with functions of the library, for its counters. */
export class FunctionUses {
  private readonly entries = { shown: new Set<string>(), used: new Set<string>() };

  shown(functions: readonly StoredFunction[]): void {
    for (const { entry } of functions) if (entry !== null) this.entries.shown.add(entry.id);
  }

  used({ entry }: StoredFunction): void {
    if (entry !== null) this.entries.used.add(entry.id);
  }

  /**
   * Counts them once the act has ended. `request`: what it was asked for; null = nothing that says anything. Never fails anything: a count that
   * is lost is only that.
   */
  async count(root: string, run: string, request: string | null, succeeded: boolean): Promise<void> {
    const { shown, used } = this.entries;
    if (shown.size + used.size === 0 || !existsSync(join(stateFolder(projectOf(root)), 'library.db'))) return;
    const useOf = (kind: 'shown' | 'used' | 'helped') => (entry: string) => ({
      run,
      entry,
      kind,
      request: kind === 'shown' ? null : request,
    });
    const uses = [...[...shown].map(useOf('shown')), ...[...used].map(useOf('used')), ...(succeeded ? [...used].map(useOf('helped')) : [])];
    try {
      const { openProjectLibrary } = await import('../library/open-library.ts');
      const library = await openProjectLibrary(projectOf(root));
      if (!library.ok) return;
      await library.value.count(uses);
      await library.value.close();
    } catch {
      // As it says above.
    }
  }
}
