import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toolAliases } from '../../../src/core/model/tool-alias.ts';

test('a name that every provider takes is its own alias', () => {
  const names = ['read_file', 'Get', 'get', 'a-b', '_x', 'x'.repeat(64)];
  expect([...toolAliases(names)].every(([name, alias]) => name === alias)).toBe(true);
});

test('long names that differ at their end only, and names with other characters, have aliases that can be told apart', () => {
  const names = [
    'mcp__awslabs_billing-cost-management-mcp-server__billing_cost_management_compare_budgets_by_month',
    'mcp__awslabs_billing-cost-management-mcp-server__billing_cost_management_compare_budgets_by_year',
    'admin.tools/list',
    'naïve tool',
    '1st',
    '',
    '名',
    '\ud800',
    '\ud801',
  ];
  const aliases = toolAliases(names);
  expect(new Set(aliases.values()).size).toBe(names.length);
  expect(aliases.get('admin.tools/list')).toMatch(/^admin_tools_list_[0-9a-f]{12}$/);
  expect(aliases.get('1st')).toMatch(/^_1st_[0-9a-f]{12}$/);
  expect(aliases.get('')).toMatch(/^__[0-9a-f]{12}$/);
});

test('a tool that is called as another one’s alias keeps its name, and the other gets the next', () => {
  const first = toolAliases(['a.b']).get('a.b') as string;
  const aliases = toolAliases(['a.b', first]);
  expect(aliases.get(first)).toBe(first);
  expect(aliases.get('a.b')).not.toBe(first);
});

test('aliases fit, are unique, and do not depend on the order of the names', () => {
  const name = fc.oneof(fc.string({ unit: 'binary', maxLength: 100 }), fc.stringMatching(/^[a-z./]{0,5}$/));
  fc.assert(
    fc.property(fc.array(name, { maxLength: 20 }), (names) => {
      const aliases = toolAliases(names);
      expect(new Set(aliases.values()).size).toBe(new Set(names).size);
      for (const alias of aliases.values()) expect(alias).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
      expect(toolAliases([...names].reverse())).toEqual(aliases);
    }),
  );
});
