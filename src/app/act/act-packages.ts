import { join } from 'node:path';
import { npmPackages } from '../../adapters/packages/npm/npm-packages.ts';
import type { Packages } from '../../ports/packages.ts';
import type { Programs } from '../../ports/programs.ts';
import { stateFolder } from '../project/root.ts';

interface Place {
  readonly root: string;
  readonly programs: Programs;
}

/** Packages of one act: they lie in the folder of its run, and go with it. */
export const actPackages = ({ root, programs }: Place, run: string, env: Readonly<Record<string, string>>): Packages =>
  npmPackages({ programs, env, folder: join(stateFolder(root), 'runs', run, 'packages') });
