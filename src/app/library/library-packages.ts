import { join } from 'node:path';
import { npmPackages } from '../../adapters/packages/npm/npm-packages.ts';
import { programs as realPrograms } from '../../adapters/process/programs.ts';
import type { EnvironmentEntry } from '../../core/library/entries/library-entry.ts';
import { digestOf } from '../../core/model/digest.ts';
import type { Packages } from '../../ports/packages.ts';
import { stateFolder } from '../project/root.ts';
import { childEnvironment } from '../surroundings/child-environment.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** Installed environments of a project: a folder each, named for what is in it, shared by all that use it. Loaded by whoever runs functions. */
export const libraryPackages = (root: string, env: Env): Packages =>
  npmPackages({ programs: realPrograms(), env: childEnvironment(env), folder: packagesFolder(root) });

export const packagesFolder = (root: string): string => join(stateFolder(root), 'library-packages');

/** The folder of an environment among those. */
export const environmentId = ({ manifest, lock }: Pick<EnvironmentEntry, 'manifest' | 'lock'>): string =>
  digestOf(`${manifest}\n${lock}`).slice(0, 32);
