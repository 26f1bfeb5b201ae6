import type { Configuration } from '../../core/configuration/configuration.ts';
import type { Secrets } from '../../ports/secrets.ts';

/** Values that can be had without a command, which may ask a person: known before code runs, so that they stand nowhere from the first. */
export async function silentSecrets(secrets: Secrets, { secrets: sources }: Configuration): Promise<ReadonlyMap<string, string>> {
  const known = new Map<string, string>();
  for (const [name, source] of sources) {
    if (source.from === 'command') continue;
    const value = await secrets.read(name);
    if (value.ok) known.set(name, value.value);
  }
  return known;
}
