import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ctxTree } from '../../../src/adapters/sandbox/process/child/ctx-tree.ts';
import { ctxPath, isReachable } from '../../../src/core/effects/ctx-path.ts';

test.each([
  ['fs.read', 'ctx.fs.read'],
  ['mcp.files.read_text_file', 'ctx.mcp.files.read_text_file'],
  ['mcp.issue-tracker.list-all', 'ctx.mcp["issue-tracker"]["list-all"]'],
  ['mcp.s.admin.tools/list', 'ctx.mcp.s.admin["tools/list"]'],
  ['mcp.s.naïve tool', 'ctx.mcp.s["naïve tool"]'],
  ['mcp.s.2nd', 'ctx.mcp.s["2nd"]'],
  ['mcp.s.a"b', 'ctx.mcp.s["a\\"b"]'],
])('%s is written %s', (name, path) => {
  expect(ctxPath(name)).toBe(path);
  expect(isReachable(name)).toBe(true);
});

test.each(['__proto__', 'constructor.x', 'mcp.s.then', 'a.prototype'])('%s is a name that no code can call', (name) => {
  expect(isReachable(name)).toBe(false);
});

test('whatever a name is, its path leads to it in the tree that code sees', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'grapheme', minLength: 1 }), async (tool) => {
      const name = `mcp.s.${tool}`;
      fc.pre(isReachable(name));
      const ctx = ctxTree([name], async (called) => called);
      const found = new Function('ctx', `return ${ctxPath(name)}()`) as (ctx: object) => Promise<string>;
      expect(await found(ctx)).toBe(name);
    }),
  );
});
