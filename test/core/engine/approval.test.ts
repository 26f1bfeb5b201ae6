import { expect, test } from 'vitest';
import { play } from './played-run.ts';
import { asked, concluded, ending } from './told.ts';
import { approve, command, jump, workflowOf } from './workflow-parts.ts';

const ship = workflowOf([approve('ok'), command('ship')]);

test('a person who approves lets the run go on; nothing else does', () => {
  const run = play(ship);
  expect(asked(run)).toEqual(['start', 'ok approval', 'ship', 'end']);
  expect(run.events).toContainEqual(expect.objectContaining({ type: 'approval.requested', question: 'Go on?' }));
  expect(concluded(run)).toEqual(['ok: completed', 'ship: completed']);
});

test.each([
  [{ approved: false, words: '' }, 'failed failed: ok failed: rejected by ann'],
  [{ approved: false, words: 'no changelog' }, 'failed failed: ok failed: rejected by ann: no changelog'],
])('a person who says %j ends the run: %s', (approval, words) => {
  const run = play(ship, { approval });
  expect(ending(run)).toBe(words);
  expect(asked(run)).not.toContain('ship');
});

test('a rejection goes where a branch leads it', () => {
  const workflow = workflowOf([
    approve('ok', { branch: [jump('rejected', 'mend')] }),
    command('ship', { branch: [jump('exit', 'end')] }),
    command('mend'),
  ]);
  const run = play(workflow, { approval: { approved: false, words: 'later' } });
  expect(concluded(run)).toEqual(['ok: completed', 'ok -> mend', 'mend: completed']);
});
