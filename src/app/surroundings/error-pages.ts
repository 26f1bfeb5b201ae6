import { join } from 'node:path';
import { packageFolder } from './package-folder.ts';

/** The folder with a page for each error code, as an absolute path: a person reads it from wherever they are. */
export const errorPages = join(packageFolder, 'docs', 'errors');
