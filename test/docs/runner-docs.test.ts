import { expect, test } from 'vitest';
import { pageWithTable } from '../../build/agent-table.ts';
import { agentNames } from '../../src/app/agents/agent-names.ts';
import { docText } from './prose.ts';

test('the table of agents in docs/runners.md is what calling them shows; node build/agent-table.ts --write renews it', async () => {
  const { is, wants } = await pageWithTable();
  expect(is).toBe(wants);
});

test('every agent has a section of its own', () => {
  const sections = [...docText('docs/runners.md').matchAll(/^## (\w+)$/gm)].map(([, name]) => name);
  expect(sections).toEqual(expect.arrayContaining([...agentNames]));
});
