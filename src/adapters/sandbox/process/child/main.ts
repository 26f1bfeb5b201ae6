/*
 * Where code of a model runs: the process that `src/adapters/sandbox/process` starts, with a folder of packages or "-" as its
 * first argument and "warm" as its second where there is time to load what is rarely needed.
 */

import { withoutTypes } from '../../../../source/without-types.ts';
import { ChildSession } from './child-session.ts';

const [, , packages, warm] = process.argv;
if (warm === 'warm') withoutTypes('let warm: 1');
const folder = packages === undefined || packages === '-' ? null : packages;
// What has been loaded need not be read again (from Node 26 on, where it can be given up).
if (folder === null) (process.permission as { drop?: (scope: string) => void } | undefined)?.drop?.('fs.read');
new ChildSession(folder);
