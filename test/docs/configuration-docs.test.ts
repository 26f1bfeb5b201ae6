import { expect, test } from 'vitest';
import { agentNames } from '../../src/app/agents/agent-names.ts';
import { configurationTable } from '../../src/core/configuration/configuration-table.ts';
import { parseConfiguration } from '../../src/core/configuration/parse-configuration.ts';
import { blocksOf, docText } from './prose.ts';

test.each(['docs/configuration.md', 'README.md'])('every pawl.yml in %s is right', (path) => {
  const examples = blocksOf(docText(path), 'yaml').filter((text) => !text.startsWith('name:'));
  expect(examples).toHaveLength(1);
  for (const text of examples)
    expect(parseConfiguration(text, agentNames)).toMatchObject({ configuration: expect.anything(), diagnostics: [] });
});

test('docs/configuration.md has every key', () => {
  const text = docText('docs/configuration.md');
  const keys = Object.values(configurationTable).flatMap(({ fields }) => Object.keys(fields));
  expect(keys.filter((key) => !new RegExp(`\\b${key}\\b`).test(text))).toEqual([]);
});
