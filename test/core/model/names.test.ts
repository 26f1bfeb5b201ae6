import { expect, test } from 'vitest';
import { branchSlugOf, envKeyOf, isInnerRun, isRunId, outermostRun, runIdAlphabet } from '../../../src/core/model/names.ts';

test.each([
  ['run-tests', 'RUN_TESTS'],
  ['Fix_2', 'FIX_2'],
  ['a.b c', 'A_B_C'],
  ['é', '__'],
  ['漢', '___'],
  ['𝒳', '____'],
  ['ß', '__'],
  ['', ''],
])('the variable of %j is %j', (id, key) => {
  expect(envKeyOf(id)).toBe(key);
});

test.each([
  ['Bug Fix', 'bug-fix'],
  ['Bug Fix: ~^?*[ \\ ..lock/ Ünï', 'bug-fix-lock-ünï'],
  ['  --a.lock--  ', 'a-lock'],
  ['हिन्दी', 'हिन्दी'],
  ['Über 9000', 'über-9000'],
  ['U\u0308ber', 'über'],
  ['!!!', 'workflow'],
  ['', 'workflow'],
  ['x'.repeat(100), 'x'.repeat(40)],
  [`${'x'.repeat(39)} y`, 'x'.repeat(39)],
  [`x${'𝒳'.repeat(60)}`, `x${'𝒳'.repeat(39)}`],
])('the branch of %j is called %j', (name, slug) => {
  expect(branchSlugOf(name)).toBe(slug);
});

test.each([
  ['7f3k', true],
  ['22222222', true],
  ['7f3', false],
  ['7f3k7f3k7', false],
  ['7f3l', false],
  ['7F3K', false],
  ['', false],
])('%j is the id of a run: %s', (text, is) => {
  expect(isRunId(text)).toBe(is);
});

test('ids of runs have no letters that look like others', () => {
  expect(runIdAlphabet).not.toMatch(/[01ilo]/);
  expect([...runIdAlphabet].every((character) => isRunId(character.repeat(4)))).toBe(true);
});

test('a run within a run is known by the dot in its id, and so is the one that it is a part of', () => {
  expect([isInnerRun('7f3k'), isInnerRun('7f3k.12.3')]).toEqual([false, true]);
  expect([outermostRun('7f3k'), outermostRun('7f3k.12.3')]).toEqual(['7f3k', '7f3k']);
});
