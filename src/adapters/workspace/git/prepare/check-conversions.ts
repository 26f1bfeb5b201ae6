import type { Repository } from '../repository.ts';
import { refusal } from '../trouble.ts';
import type { Prepared } from './prepared.ts';
import { conversionsIn, readSettings } from './settings.ts';

/**
 * Refuses to go on when the settings by which files become blobs are no longer those of the run's start. What a step put into
 * the repository's own configuration has been put back before; what is left is a change in the person's or the system's.
 */
export async function checkConversions({ git, place }: Repository, prepared: Prepared): Promise<void> {
  const now = conversionsIn(await readSettings(git, place));
  const same = now.length === prepared.conversions.length && now.every((setting, at) => setting === prepared.conversions[at]);
  if (same) return;
  const before = new Set(prepared.conversions);
  const after = new Set(now);
  const differing = [...now.filter((setting) => !before.has(setting)), ...prepared.conversions.filter((setting) => !after.has(setting))];
  const keys = [...new Set(differing.map((setting) => setting.split('\n', 1)[0]))].join(', ');
  throw refusal(
    `git's configuration outside of this repository changed since the run began (${keys}), and a kept commit runs only the filters that were configured then`,
    'Put it back (git config --global --edit), or start the run anew.',
  );
}
