import { expect, test } from 'vitest';
import type { EntrypointResult } from '../../../src/core/events/act-event.ts';
import { call, Played } from './act-parts.ts';

const entrypoint = { name: 'total', args: { text: '{}' }, repairAttempts: 1 };
const failure = { kind: 'exit', message: 'total failed' } as const;
const broken: EntrypointResult = { ok: false, failure, told: { text: 'total failed; b.txt was written' } };

const comes = (act: Played, result: EntrypointResult) =>
  act.tell({ type: 'entrypoint.ended', op: act.wanted.op, result, output: { text: 'x' }, durationMs: 1 });

test('an act that was begun with a function runs it before any turn, and what it gives is the result', () => {
  const act = new Played({ entrypoint });
  expect(act.events.slice(1)).toEqual([
    { type: 'phase.entered', phase: 'doing', label: 'Running total' },
    { type: 'entrypoint.requested', op: 1 },
  ]);
  expect(comes(act, { ok: true, value: { text: '3.5' } })).toEqual([
    { type: 'act.ending', ending: { status: 'succeeded', outcome: 'completed', result: { text: '3.5' }, failure: null } },
  ]);
  expect(act.state.totals.turns).toBe(0);
});

test('where it fails the model takes over, and is told what failed and what was done', () => {
  const act = new Played({ entrypoint });
  expect(comes(act, broken)).toMatchObject([{ type: 'turn.requested', op: 2, turn: 1 }]);
  expect(act.state.entries).toEqual([
    { kind: 'said', text: { text: 'count the files' } },
    { kind: 'said', text: broken.told },
  ]);
  expect(act.replies()).toMatchObject([{ type: 'act.ending', ending: { status: 'succeeded', result: { text: 'twelve' } } }]);
});

test('where there is no model to take over, the act fails as the function did', () => {
  const act = new Played({ entrypoint, model: '' });
  expect(comes(act, broken)).toEqual([{ type: 'act.ending', ending: { status: 'failed', outcome: 'failed', result: null, failure } }]);
});

test('one that is stopped while the function runs ends as stopped, whatever came of that', () => {
  const act = new Played({ entrypoint });
  act.tell({ type: 'stop.asked', by: 'me', reason: 'enough', message: null });
  expect(comes(act, broken)).toMatchObject([{ type: 'act.ending', ending: { outcome: 'stopped' } }]);
});

test('one that is taken up while its function ran still waits for what comes of it, and of no model call', () => {
  const act = new Played({ entrypoint });
  act.tell({ type: 'resumed', epoch: 2, by: 'me', interrupted: [], found: null } as never);
  expect(act.wanted.type).toBe('entrypoint.requested');
  expect(act.state.totals.calls).toBe(0);
});

test('packages that were installed are known from then on, with the operation that installed them', () => {
  const act = new Played();
  act.replies({ calls: [call('execute_code', '{}')] });
  const { op } = act.wanted;
  const set = { packages: ['ms@2.1.3'], manifest: { text: '{}' }, lock: { text: '{}' } };
  const meaning = { kind: 'installed', ...set } as const;
  act.tell({ type: 'tool.ended', op, output: { text: 'installed' }, isError: false, carriedOut: true, meaning, durationMs: 1 });
  expect(act.state.packages).toEqual({ op, ...set });
  expect(act.state.entries.at(-1)).toMatchObject({ kind: 'results' });
});
