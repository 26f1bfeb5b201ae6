import { join } from 'node:path';
import { programs } from '../../src/adapters/process/programs.ts';
import { fileBlobs } from '../../src/adapters/store/sqlite/blobs.ts';
import type { GitWorkspaceOptions } from '../../src/adapters/workspace/git/git-workspace.ts';
import { gitTrees } from '../../src/adapters/workspace/git/trees/git-trees.ts';
import type { Snapshot } from '../../src/core/events/event-parts.ts';
import type { OwnTree, Trees } from '../../src/ports/trees.ts';
import { Scene, type SceneOptions, value } from './scene.ts';

/** The trees beside a scene's work tree, as a new process sees them. */
export const treesIn = (scene: Scene, options: Partial<GitWorkspaceOptions> = {}): Trees =>
  gitTrees({ cwd: scene.root, programs: programs(), blobs: fileBlobs(join(scene.base, 'blobs'), false), env: scene.env, ...options });

/** A scene with a tree that was made from its state. */
export async function grown(
  options: SceneOptions,
  name = 'one',
): Promise<{ scene: Scene; base: Snapshot; tree: OwnTree; root: string; warnings: readonly string[] }> {
  const scene = await new Scene(options).prepare();
  const base = await scene.snapshot('base');
  const trees = treesIn(scene);
  const { warnings } = value(await trees.make(scene.run, name, base));
  return { scene, base, tree: await trees.at(scene.run, name), root: join(scene.root, '.pawl/trees', scene.run.run, name), warnings };
}

/** A snapshot in a tree. */
export const take = async ({ workspace }: OwnTree, scene: Scene, name: string): Promise<Snapshot> =>
  value(await workspace.snapshot(scene.run, name, 'before')).snapshot;
