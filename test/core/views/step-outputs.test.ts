import { describe, expect, test } from 'vitest';
import type { RunEvent } from '../../../src/core/events/run-event.ts';
import { addressOf, type OutputPart, outputsOf, type StepAddress } from '../../../src/core/views/step-outputs.ts';
import { summaryOf } from '../../../src/core/views/summarize.ts';
import { began, completed, done, over as ended, failed, round, snapshot, started, stored } from './written-run.ts';
import { answered, asked, inIteration, ofItem, over, wait } from './written-story.ts';

const summary = summaryOf(
  stored(
    [
      started,
      began('c', 'command'),
      done.command(1, 'c', 'first'),
      completed('c', 'first'),
      began('c', 'command'),
      done.command(2, 'c', 'second'),
      completed('c', 'second'),
      began('fix', 'loop'),
      round('fix', 1),
      done.prompt(3, 'fix', 'one', 1),
      done.gate(4, 'fix', 1, 'bad'),
      ended('fix', 1, 'undone', 'x'),
      round('fix', 2),
      done.prompt(5, 'fix', 'two', 1),
      ended('fix', 2, 'kept'),
      over(6, 'each', ['a', 'b']),
      ...[1, 2].map((item) =>
        ofItem(item, [began('each', 'command', 'each'), ...done.command(6 + item, 'each', `item ${item}`), completed('each', '', 'each')]),
      ),
      completed('each', '["…"]'),
      over(9, 'open', ['a']),
      { ...began('sure', 'command'), kind: 'approve' } as RunEvent,
      asked(10, 'sure', 'Ok?'),
      answered(10, true, ''),
      began('odd#1', 'command'),
      done.command(11, 'odd#1', 'odd'),
    ].flat(),
  ),
);

test.each<[string, StepAddress | null]>([
  ['fix', { step: 'fix', item: null, iteration: null }],
  ['fix#2', { step: 'fix', item: null, iteration: 2 }],
  ['each[2]', { step: 'each', item: 2, iteration: null }],
  ['each[2]#3', { step: 'each', item: 2, iteration: 3 }],
  ['odd#1', { step: 'odd#1', item: null, iteration: null }],
  ['none', null],
  ['none#1', null],
  ['fix\n', null],
  ['', null],
])('the address "%s" is %j', (text, address) => {
  expect(addressOf(summary, text)).toEqual(address);
});

const told = (address: string, all = false, isWanted: (part: OutputPart) => boolean = () => true) =>
  outputsOf(summary, addressOf(summary, address) as StepAddress, all, isWanted).map(({ item, iteration, part, value }) =>
    [item, iteration, part, 'text' in value ? value.text : ''].join(' '),
  );

test('of a command it is what it printed, the last time or each time', () => {
  expect(told('c')).toEqual(['0 0 output second']);
  expect(told('c', true)).toEqual(['0 0 output first', '0 0 output second']);
});

test('of a loop it is the last iteration, the one that is named, or all of them', () => {
  expect(told('fix')).toEqual(['0 2 prompt Do it', '0 2 reply two']);
  expect(told('fix#1')).toEqual(['0 1 prompt Do it', '0 1 reply one', '0 1 gate bad']);
  expect(told('fix', true, (part) => part === 'reply')).toEqual(['0 1 reply one', '0 2 reply two']);
  expect(told('fix#9')).toEqual([]);
});

test('of a foreach it is the gathered output, an item, or all of it', () => {
  expect(told('each')).toEqual(['0 0 output ["…"]']);
  expect(told('each[2]')).toEqual(['2 0 output item 2']);
  expect(told('each', true)).toEqual(['0 0 output ["…"]', '1 0 output item 1', '2 0 output item 2']);
  expect(told('each', false, () => false)).toEqual([]);
  expect(told('open')).toEqual([]);
});

test('a person’s answer is one', () => {
  expect(told('sure')).toEqual(['0 0 answer approved']);
});

describe('of what failed and printed nothing it is why', () => {
  const parallel = { type: 'step.started', step: 'all', item: 0, kind: 'parallel', children: ['p', 'q'] } as unknown as RunEvent;
  const whole: RunEvent = {
    type: 'step.finished',
    step: 'all',
    item: 0,
    group: null,
    result: { ok: true, output: null, outcome: 'completed' },
  };
  const failing = summaryOf(
    stored(
      [
        started,
        parallel,
        began('p', 'prompt', 'all'),
        wait(1, 'p', 'offline'),
        done.prompt(2, 'p', null, null),
        done.restore(3, 'p', 2),
        failed('p', 'p failed: offline', 'all'),
        began('q', 'command', 'all'),
        done.command(4, 'q', 'fine'),
        completed('q', 'fine', 'all'),
        whole,
        over(5, 'each', ['a', 'b']),
        ofItem(2, [began('each', 'prompt', 'each'), failed('each', 'each (item 2) failed: offline', 'each')]),
        failed('each', 'each failed: all of its items failed'),
        parallel,
        failed('all', 'all failed'),
        began('fix', 'loop'),
        round('fix', 1),
        inIteration(1, done.prompt(6, 'fix', null, null)),
        done.restore(7, 'fix', 0),
        ended('fix', 1, 'failed', 'offline'),
        failed('fix', 'fix failed: all 1 iterations failed'),
        began('less', 'loop'),
        failed('less', 'less failed: its gate printed no number'),
        began('open', 'loop'),
      ].flat(),
    ),
  );
  const why = (address: string, all = false) =>
    outputsOf(failing, addressOf(failing, address) as StepAddress, all, (part) => part === 'failure').map(({ value }) =>
      'text' in value ? value.text : '',
    );
  const tried = [
    'p failed: offline',
    'what came before, in order:',
    '  offline',
    `  put back 2 files: git diff pawl/r234/${snapshot('b').ref} pawl/r234/${snapshot('try-1').ref}`,
  ];

  test.each<[string, string[][]]>([
    ['p', [tried]],
    ['q', []],
    ['each', [['each failed: all of its items failed', '  each [2/2]: each (item 2) failed: offline']]],
    ['each[2]', [['each (item 2) failed: offline']]],
    ['fix', [['offline']]],
    ['fix#1', [['offline']]],
    ['fix#2', []],
    ['less', [['less failed: its gate printed no number']]],
    ['less#1', []],
    ['open', []],
  ])('%s', (address, texts) => {
    expect(why(address)).toEqual(texts.map((lines) => `${lines.join('\n')}\n`));
  });

  test('a group that was begun again has the failures of its own round, also where it went on', () => {
    expect(why('all')).toEqual(['all failed\n']);
    expect(why('all', true)).toEqual(['  p: p failed: offline\n', 'all failed\n']);
  });
});
