import { expect, test } from 'vitest';
import { editFaultCodes } from '../../../src/core/library/edits/edit-fault.ts';
import { nearFunctions } from '../../../src/core/library/edits/near-names.ts';
import { changeText } from '../../../src/core/library/entries/change-text.ts';
import { readSections } from '../../../src/core/library/entries/guidance-sections.ts';
import { libraryTroubles } from '../../../src/core/library/library-troubles.ts';
import { isSearched, searchedFunction, searchedGuidance } from '../../../src/core/library/searched-text.ts';
import { exitCodeOf, refusalOf } from '../../../src/core/model/refusal.ts';
import { sampleCandidate } from '../../../src/testing/sample-library.ts';
import { Scene } from './scene.ts';

/** A library to which everything has happened that can. */
const lived = () => {
  const scene = new Scene()
    .environment('dates', ['dayjs@1.0.0'])
    .add('leaf', { tags: ['files'], parameters: ['path'] })
    .add('caller', { dependsOn: ['leaf'] })
    .guide('On leaf', ['leaf'])
    .add('leaf', { ownEffectClass: 'read', input: { type: 'string' }, normalised: 'other' }, true);
  const { id } = scene.guidance('On leaf');
  scene.do(
    { kind: 'raise_effect', name: 'leaf', effectClass: 'write' },
    { kind: 'pin_function', name: 'leaf', holder: 'task t' },
    { kind: 'unpin_function', name: 'leaf', holder: 'task t' },
    { kind: 'add_case', name: 'leaf', case: { input: 1, output: 1, run: null } },
    { kind: 'remove_case', name: 'leaf', input: 1 },
    { kind: 'activate_function', name: 'caller' },
    { kind: 'archive_function', name: 'caller' },
  );
  scene.do(
    { kind: 'update_guidance', id, delta: { title: 'On the leaf' } },
    { kind: 'delete_guidance', id },
    { kind: 'restore_guidance', id },
  );
  scene.do({ kind: 'delete_environment', name: 'dates' }, { kind: 'restore_environment', name: 'dates' });
  scene.do({ kind: 'delete_function', name: 'leaf', cascade: true }).do({ kind: 'restore_function', id: scene.function('caller').id });
  scene.do({ kind: 'restore_guidance', id }).do({ kind: 'restore_function', id: scene.function('leaf').id });
  return scene;
};

test('every change is a sentence', () => {
  const { log } = lived();
  const names = new Map<string, string>();
  const texts = log.map(({ change }) => {
    if (change.type === 'function.stored') names.set(change.version.id, change.version.name);
    if (change.type === 'guidance.stored') names.set(change.guidance.id, `"${change.guidance.title}"`);
    return changeText(change, names);
  });
  expect(texts).toEqual([
    'environment dates is dayjs@1.0.0',
    'added leaf',
    'added caller',
    'added "On leaf"',
    'leaf is version 2',
    'caller is stale: it calls leaf, whose input or result changed in its version 2',
    '"On leaf" is stale: it names leaf, which changed in its version 2',
    'caller is read now, by what it calls',
    'leaf raised to write',
    'task t holds leaf',
    'task t lets go of leaf',
    'leaf has a case',
    'leaf has a case less',
    'caller is active',
    'archived caller',
    'caller is write now, by what it calls',
    'leaf is write now, by what it calls',
    'changed "On the leaf"',
    'deleted "On the leaf"',
    'restored "On the leaf"',
    'deleted environment dates',
    'restored environment dates',
    'deleted "On the leaf", with leaf',
    'deleted caller, with leaf',
    'deleted leaf',
    'restored caller',
    'caller is stale: it calls leaf, which was deleted',
    'restored "On the leaf"',
    '"On the leaf" is stale: it names leaf, which was deleted',
    'restored leaf',
    '"On the leaf" no longer names leaf, which was deleted',
  ]);
  expect(changeText({ type: 'function.raised', id: 'f1', effectClass: null }, names)).toBe('f1 is raised no more');
  expect(changeText({ type: 'function.renewed', id: 'f1', reason: 'calls x' }, names)).toBe('f1 no longer calls x');
  expect(log.filter(({ change }) => isSearched(change)).length).toBe(15);
});

test('what is searched are living entries that are offered', () => {
  const scene = lived();
  const leaf = scene.function('leaf');
  expect(searchedFunction(leaf, ['read it'])).toEqual({
    id: leaf.id,
    name: 'leaf',
    description: 'Gives what it is given, as leaf does.',
    parameters: [],
    pastRequests: ['read it'],
  });
  expect(searchedFunction(scene.function('caller'), [])).toBe(null);
  expect(searchedFunction({ ...leaf, isDeleted: true }, [])).toBe(null);
  const guidance = scene.guidance('On the leaf');
  expect(searchedGuidance(guidance, [])).toMatchObject({ name: 'On the leaf', description: 'How.', parameters: [] });
  expect(searchedGuidance({ ...guidance, isDeleted: true }, [])).toBe(null);
});

test('Markdown is sections by its second level, fences left alone', () => {
  const text = 'Before.\r\n\r\n## Steps\n\n1. one\n```\n## no heading\n```\n## Pitfalls ##\nNone.';
  expect(readSections(text)).toEqual([
    { heading: '', text: 'Before.' },
    { heading: 'Steps', text: '1. one\n```\n## no heading\n```' },
    { heading: 'Pitfalls', text: 'None.' },
  ]);
  expect(readSections('## Only\nx')).toEqual([{ heading: 'Only', text: 'x' }]);
  expect(readSections('')).toEqual([]);
});

test('what wants a look is told: stale, broken, the same twice, shown in vain', () => {
  const scene = new Scene()
    .add('leaf')
    .add('caller', { dependsOn: ['leaf'] })
    .guide('On leaf', ['leaf']);
  scene.do({ kind: 'delete_function', name: 'leaf', cascade: true });
  scene.do({ kind: 'restore_function', id: scene.function('caller').id }, { kind: 'restore_guidance', id: scene.guidance('On leaf').id });
  scene.add('one', { normalised: 'same' }).add('two', { normalised: 'same' }).add('fine');
  const uses = new Map([
    [scene.function('one').id, { shown: 10, used: 0, helped: 0 }],
    [scene.function('two').id, { shown: 10, used: 1, helped: 0 }],
  ]);
  expect(libraryTroubles(scene.state, uses).map(({ kind, found }) => `${kind}: ${found}`)).toEqual([
    'stale: caller is stale: it calls leaf, which was deleted',
    'unused: one was shown 10 times and never used',
    `stale: "On leaf" (${scene.guidance('On leaf').id}) is stale: it names leaf, which was deleted`,
    'broken: caller calls leaf, which is deleted',
    'same: one and two are the same code',
  ]);
});

test('near are those that say or call the same, and first those whose code is the same', () => {
  const scene = new Scene()
    .add('readPage', { description: 'Reads a page of the web.', primitives: ['http.get'] })
    .add('sameCode', { description: 'Nothing alike.', normalised: 'same' })
    .add('fetchPage', { description: 'Fetches a page.', primitives: ['http.get'] })
    .add('apart', { description: 'Zips.' })
    .add('gone', { description: 'Reads a page of the web.' })
    .do({ kind: 'delete_function', name: 'gone', cascade: false });
  const candidate = sampleCandidate('readPages', { description: 'Reads a page of the web.', primitives: ['http.get'], normalised: 'same' });
  expect(nearFunctions(candidate, scene.state, 10).map(({ name }) => name)).toEqual(['sameCode', 'readPage', 'fetchPage']);
  expect(nearFunctions(candidate, scene.state, 1).length).toBe(1);
  expect(nearFunctions({ ...candidate, name: 'readPage', normalised: 'x' }, scene.state, 10).map(({ name }) => name)).toEqual([
    'fetchPage',
  ]);
});

test('every fault of an edit is a reason to refuse, and a damaged library has its own', () => {
  expect(editFaultCodes.map(exitCodeOf).every((code) => code === 1 || code === 2)).toBe(true);
  const damaged = { kind: 'io', message: 'x', damaged: true } as const;
  expect(refusalOf('library/unavailable', damaged).code).toBe('library/damaged');
  expect(refusalOf('store/unavailable', damaged).code).toBe('store/damaged');
  expect(refusalOf('run/no-agent', damaged).code).toBe('run/no-agent');
});
