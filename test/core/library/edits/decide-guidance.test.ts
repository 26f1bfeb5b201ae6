import { expect, test } from 'vitest';
import type { GuidanceDelta } from '../../../../src/core/library/edits/library-edit.ts';
import { guidanceText } from '../../../../src/core/library/entries/guidance-text.ts';
import { Scene } from '../scene.ts';

const sections = [
  { heading: '', text: 'First.' },
  { heading: 'Steps', text: 'One by one.\n' },
  { heading: 'Pitfalls', text: 'Mind the gap.' },
];
const guided = () => new Scene().add('read').do({ kind: 'add_guidance', title: ' How to read ', sections, functions: ['read', 'read'] });
const update = (scene: Scene, delta: GuidanceDelta) =>
  scene.set('update', [{ kind: 'update_guidance', id: [...scene.state.guidance.keys()][0] as string, delta }]);

test('guidance names living functions and says something under a title; all that is wrong is told', () => {
  const scene = new Scene();
  const add = (title: string, text: string, headings: readonly string[] = ['']) =>
    ({ kind: 'add_guidance', title, sections: headings.map((heading) => ({ heading, text })), functions: ['none'] }) as const;
  expect(
    scene.set('a', [
      add(' ', ' '),
      add('x'.repeat(201), 'y', ['a', 'a', '# b', 'c ', 'd\ne']),
      add('two\nlines', 'y'),
      add('🦀'.repeat(200), 'y'),
    ]),
  ).toEqual({
    faults: [
      '0 invalid-guidance: guidance has a title',
      '0 invalid-guidance: guidance says something',
      '0 unknown-name: there is no function none',
      '1 invalid-guidance: the title has 201 characters',
      '1 invalid-guidance: there are two sections "a"',
      '1 invalid-guidance: "# b" is no heading',
      '1 invalid-guidance: "c " is no heading',
      '1 invalid-guidance: "d\\u{a}e" is no heading',
      '1 unknown-name: there is no function none',
      '2 invalid-guidance: the title has more than one line',
      '2 unknown-name: there is no function none',
      '3 unknown-name: there is no function none',
    ],
  });
});

test('its text is its sections in order, each under its heading', () => {
  const entry = guided().guidance('How to read');
  expect(entry.functionIds).toEqual([guided().function('read').id]);
  expect(guidanceText(entry)).toBe('First.\n\n## Steps\n\nOne by one.\n\n## Pitfalls\n\nMind the gap.');
});

test('a delta changes named sections and leaves the others', () => {
  const scene = guided();
  expect(
    update(scene, {
      title: 'How to read well',
      replace: [{ heading: 'Steps', text: 'All at once.' }],
      remove: ['Pitfalls', ''],
      add: [
        { heading: 'Pitfalls', text: 'New.' },
        { heading: 'More', text: 'More.' },
      ],
      functions: [],
    }),
  ).toEqual({ remarks: [] });
  expect(scene.guidance('How to read well')).toMatchObject({
    version: 2,
    functionIds: [],
    sections: [
      { heading: 'Steps', text: 'All at once.' },
      { heading: 'Pitfalls', text: 'New.' },
      { heading: 'More', text: 'More.' },
    ],
  });
});

test('what cannot be kept as it is, or is no guidance any more, is told', () => {
  const scene = guided();
  const add = (title: string, heading: string, text: string) =>
    scene.set('b', [{ kind: 'add_guidance', title, sections: [{ heading, text }], functions: [] }]);
  const half = { faults: ['0 invalid-guidance: the guidance has half a character in it'] };
  expect([add('a\ud800b', '', 'x'), add('a', 'b\udc00', 'x'), add('a', '', '\ud800\ud800\udc00')]).toEqual([half, half, half]);
  expect(add('a', 'h', 'x'.repeat(500_000))).toEqual({ faults: ['0 invalid-guidance: the guidance has 500001 characters'] });
  expect(add('🦀', 'h', 'x'.repeat(499_999))).toEqual({ remarks: [] });
});

test('a delta that does not fit changes nothing and is told whole', () => {
  const scene = guided();
  const { id } = scene.guidance('How to read');
  const section = (heading: string) => ({ heading, text: 'x' });
  expect(update(scene, { replace: [section('None'), section('Steps')], remove: ['Steps', 'Gone'], add: [section('Pitfalls')] })).toEqual({
    faults: [
      `0 invalid-guidance: the guidance ${id} has no section "None"`,
      `0 invalid-guidance: the guidance ${id} has no section "Gone"`,
      '0 invalid-guidance: the section "Steps" is both replaced and removed',
      `0 invalid-guidance: the guidance ${id} has a section "Pitfalls" already`,
    ],
  });
  expect(update(scene, { remove: ['', 'Steps', 'Pitfalls'] })).toEqual({ faults: ['0 invalid-guidance: guidance says something'] });
});

test('deleted guidance is not changed, and an id that never was is told', () => {
  const scene = guided();
  const { id } = scene.guidance('How to read');
  scene.do({ kind: 'delete_guidance', id });
  expect(update(scene, {})).toEqual({ faults: [`0 unknown-id: the guidance "How to read" (${id}) is deleted`] });
  expect(scene.set('a', [{ kind: 'delete_guidance', id: 'none' }])).toEqual({ faults: ['0 unknown-id: there is no guidance none'] });
  scene.do({ kind: 'restore_guidance', id });
  expect(scene.guidance('How to read').isDeleted).toBe(false);
});
