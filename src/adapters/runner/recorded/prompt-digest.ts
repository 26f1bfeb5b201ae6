import { dirname } from 'node:path';
import { digestOf } from '../../../core/model/digest.ts';
import type { Call } from '../../../ports/runner.ts';

/**
 * The digest by which a prompt is known again in another run. A value that was cut is named by its file, in a folder of the run's own: that
 * the run and the place of its repository have other names makes no other prompt.
 */
export function promptDigest({ prompt, cwd, env }: Pick<Call, 'prompt' | 'cwd' | 'env'>): string {
  let text = prompt;
  const run = env.PAWL_RUN_ID;
  for (let folder = cwd; run !== undefined; folder = dirname(folder)) {
    text = text.replaceAll(`${folder === '/' ? '' : folder}/.pawl/runs/${run}/`, '.pawl/runs/RUN/');
    if (folder === dirname(folder)) break;
  }
  return digestOf(text);
}
