import { expect, test } from 'vitest';
import type { Found } from '../../../src/core/events/event-parts.ts';
import { foundText } from '../../../src/core/views/found-text.ts';
import { summaryOf } from '../../../src/core/views/summarize.ts';
import { snapshot, started, stored } from './written-run.ts';

const found = { since: snapshot('a'), snapshot: snapshot('f'), paths: ['x.txt', 'y.txt'], files: 2, besides: null } as const;
const look = 'git diff pawl/r234/refs/pawl/r234/a pawl/r234/refs/pawl/r234/f';

test.each<[string, Found, string]>([
  ['files', found, `what was in the files when it was taken up (x.txt, y.txt) is kept: ${look}`],
  [
    'more files than are named',
    { ...found, files: 7 },
    `what was in the files when it was taken up (x.txt, y.txt and 5 more) is kept: ${look}`,
  ],
  [
    'more than files',
    { ...found, paths: [], files: 0, besides: 'branches moved' },
    `what was in the files when it was taken up is kept: ${look}; besides: branches moved; the commits and stashes of then: git for-each-ref refs/pawl/r234/held; configuration and hooks: .pawl/blobs/f/f`,
  ],
  [
    'files that a person changed while it waited',
    { ...found, waited: true },
    `x.txt, y.txt changed while it waited, and stays so: ${look}`,
  ],
  [
    'more than files that a person changed while it waited',
    { ...found, waited: true, besides: 'branches moved' },
    `x.txt, y.txt; branches moved changed while it waited, and stays so: ${look}`,
  ],
])('%s that were found are named, with where they are kept', (_, what, text) => {
  expect(foundText('r234', what)).toBe(text);
});

test('the story of the run tells it too', () => {
  const resumed = { type: 'resumed', epoch: 2, by: 'pawl resume', workflow: null } as const;
  expect(summaryOf(stored([started, { ...resumed, found }])).warnings).toEqual([foundText('r234', found)]);
  expect(summaryOf(stored([started, resumed])).warnings).toEqual([]);
});

test('what a person changed while it waited is known of the run, and how it was as it began to wait', () => {
  const resumed = { type: 'resumed', epoch: 2, by: 'pawl approve', workflow: null } as const;
  const waited = { ...found, waited: true } as const;
  const summary = summaryOf(stored([started, { type: 'run.waiting', snapshot: snapshot('w') }, { ...resumed, found: waited }]));
  expect([summary.whileWaiting, summary.end]).toEqual([[waited], snapshot('w')]);
  expect(summaryOf(stored([started, { ...resumed, found }])).whileWaiting).toEqual([]);
});
