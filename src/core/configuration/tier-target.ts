import type { Fields } from '../workflow/fields/fields.ts';
import { isBlank } from '../workflow/step-index.ts';
import type { TierTarget } from './configuration.ts';
import type { ConfigurationTable } from './configuration-table.ts';

/**
 * What a tier's fields mean. `agent/model` names both; the part before the slash is an agent only where one is called so, as
 * models have slashes in their names too. Blank texts count as not given.
 */
export function tierTargetOf({ values }: Fields<'tier', ConfigurationTable>, agents: readonly string[]): TierTarget {
  const runner = isBlank(values.runner?.value) ? null : (values.runner?.value.trim() as string);
  const model = isBlank(values.model?.value) ? null : (values.model?.value.trim() as string);
  const more = {
    ...(isBlank(values.key?.value) ? {} : { keyVariable: values.key?.value.trim() as string }),
    ...(values.context === undefined ? {} : { contextTokens: values.context.value }),
  };
  const slash = model?.indexOf('/') ?? -1;
  const before = model?.slice(0, Math.max(0, slash)) ?? '';
  if (runner !== null || model === null || !agents.includes(before)) return { runner, model, ...more };
  const rest = model.slice(slash + 1).trim();
  return { runner: before, model: rest === '' ? null : rest, ...more };
}
