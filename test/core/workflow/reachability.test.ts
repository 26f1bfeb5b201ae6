import { expect, test } from 'vitest';
import { steps, wordsOf } from './read.ts';
import { told } from './told.ts';

const gotoEnd = (when: string) => `branch: [{when: "${when}", goto: end}]`;
const x = 'prompt: x';

told([
  ['a branch may not match, so the walk falls through', steps(`id: a, ${x}, ${gotoEnd('DONE')}`, `id: b, ${x}`), []],
  [
    'every output of a command has its exit code',
    steps(`id: a, command: y, ${gotoEnd('exit code')}`, `id: ›b, ${x}`, `id: ›c, ${x}`),
    ['unreachable-step', 'unreachable-step'],
    'no path reaches step "b" | step "a" always goes to "end": "exit code" stands in every output of it',
  ],
  ['a certain exit code is not in every output', steps(`id: a, command: y, ${gotoEnd('exit code: 0')}`, `id: b, ${x}`), []],
  [
    'it is where success is expected',
    steps(`id: a, command: y, expect: success, ${gotoEnd('Exit Code: 0')}`, `id: ›b, ${x}`),
    ['unreachable-step'],
  ],
  ['another one is not', steps(`id: a, command: y, expect: success, ${gotoEnd('exit code: 1')}`, `id: b, ${x}`), []],
  [
    'no number is in every output where failure is expected',
    steps(`id: a, command: y, expect: failure, ${gotoEnd('7')}`, `id: b, ${x}`),
    [],
  ],
  ['a part of a word is no word', steps(`id: a, command: y, ${gotoEnd('xit')}`, `id: b, ${x}`), []],
  [
    'what require.until demands is in every output',
    steps(`id: a, ${x}, require: {until: "all done"}, ${gotoEnd('DONE')}`, `id: ›b, ${x}`),
    ['unreachable-step'],
  ],
  [
    'so is a whole word of what require.contains demands',
    steps(`id: a, ${x}, require: {contains: [z, "x done y"]}, ${gotoEnd('DONE')}`, `id: ›b, ${x}`),
    ['unreachable-step'],
  ],
  [
    'at its edge it may be a part of a longer word',
    steps(`id: a, ${x}, require: {contains: [done]}, ${gotoEnd('DONE')}`, `id: b, ${x}`),
    [],
  ],
  ['a require without words demands none', steps(`id: a, ${x}, require: {non_empty: true}, ${gotoEnd('DONE')}`, `id: b, ${x}`), []],
  [
    'very long demands are not looked at',
    steps(`id: a, ${x}, require: {until: "done ${'y'.repeat(1000)}"}, ${gotoEnd('DONE')}`, `id: b, ${x}`),
    [],
  ],
  [
    'a step that something else branches to is reached',
    steps(`id: a, ${x}, branch: [{when: w, goto: c}]`, `id: b, command: y, ${gotoEnd('exit')}`, `id: c, ${x}`),
    [],
  ],
  [
    'a branch after one that always matches is never taken',
    steps(
      `id: a, command: y, branch: [{when: w, goto: b}, {when: exit, goto: d}, {when: z, goto: c}]`,
      `id: b, ${x}, require: {until: u}, branch: [{when: u, goto: d}]`,
      `id: ›c, ${x}`,
      `id: d, ${x}`,
    ),
    ['unreachable-step'],
    'step "b" always goes to "d"',
  ],
  [
    'a step is reached backwards too',
    steps(
      `id: a, command: y, branch: [{when: exit, goto: c}]`,
      `id: b, command: y, ${gotoEnd('exit')}`,
      `id: c, ${x}, branch: [{when: w, goto: b}]`,
    ),
    [],
  ],
  [
    'a cycle that is never entered is not reached',
    steps(`id: a, command: y, ${gotoEnd('exit')}`, `id: ›b, ${x}`, `id: ›c, ${x}, branch: [{when: w, goto: b}]`),
    ['unreachable-step', 'unreachable-step'],
  ],
  [
    'a step that is called end is a place',
    steps(`id: a, command: y, branch: [{when: exit, goto: end}]`, `id: ›b, ${x}`, `id: end, ${x}`),
    ['unreachable-step'],
  ],
  ['what is repeated may have no output at all', steps(`id: a, command: y, foreach: {items: [i]}, ${gotoEnd('exit')}`, `id: b, ${x}`), []],
  [
    'what require demands of an answer or of another run is in it',
    steps(
      `id: a, approve: y, require: {until: ok}, branch: [{when: ok, goto: c}]`,
      `id: ›b, ${x}`,
      `id: c, workflow: w, ${gotoEnd('exit')}`,
      `id: d, ${x}`,
    ),
    ['unreachable-step'],
  ],
  ['children are reached with their group', steps(`id: a, ${x}`, `id: b, ${x}`, 'id: c, parallel: [a, b]'), []],
  ['children before the group do not begin the walk', steps(`id: a, command: y`, 'id: c, parallel: [a]', `id: d, ${x}`), []],
  [
    'of a group that is not reached the children are not told as well',
    steps(`id: a, command: y, ${gotoEnd('exit')}`, `id: b, ${x}`, 'id: ›c, parallel: [b]'),
    ['unreachable-step'],
  ],
  [
    'a branch of a parallel step leads nowhere',
    steps(`id: a, ${x}`, 'id: b, parallel: [a], ›branch: [{when: w, goto: d}]', `id: c, command: y, ${gotoEnd('exit')}`, `id: ›d, ${x}`),
    ['ignored-branch', 'unreachable-step'],
  ],
  [
    'a parallel step always falls through',
    steps(
      `id: a, ${x}`,
      `id: b, parallel: [a], require: {until: w}, branch: [{when: w, goto: a}]`.replace('require', '›require').replace('branch', '›branch'),
      `id: c, ${x}`,
    ),
    ['ignored-require', 'ignored-branch'],
  ],
]);

test('the hint names the step that is last before it', () => {
  const text = steps(`id: a, ${x}`, `id: b, command: y, ${gotoEnd('exit')}`, `id: c, ${x}`);
  expect(wordsOf(text, 'workflow/unreachable-step')).toContain('step "b" always goes to "end"');
});
