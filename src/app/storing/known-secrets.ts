import { programs } from '../../adapters/process/programs.ts';
import { sourcedSecrets } from '../../adapters/secrets/sourced-secrets.ts';
import type { Configuration } from '../../core/configuration/configuration.ts';
import { type Redactor, redactorOf } from '../../core/secrets/redactor.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** The values of secrets that `pawl.yml` names, as far as they can be had without running anything. */
export async function knownSecrets(configuration: Configuration, root: string, env: Env): Promise<Redactor> {
  const sources = new Map([...configuration.secrets].filter(([, source]) => source.from !== 'command'));
  const secrets = sourcedSecrets({ sources, env, folder: root, programs: programs() });
  const values = new Map<string, string>();
  for (const name of sources.keys()) {
    const read = await secrets.read(name);
    if (read.ok) values.set(name, read.value);
  }
  return redactorOf(values);
}
