import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { endOf, pawl, printed, repository, startPawl } from '../cli/pawl.ts';
import { says, scriptFile } from './acting.ts';

test('of an act that stays each answer is shown as it comes, and its cancelling says that what it did stays', async () => {
  const repo = repository();
  const script = scriptFile(dirname(repo), [says('the first answer'), says('the second answer')]);
  const child = startPawl(repo, ['act', 'wait', '--script', script, '--persist']);
  const ended = endOf(child);
  const second = printed(child, (line) => line.includes('» the second answer'));
  await printed(child, (line) => line.includes('» the first answer'));
  expect((await pawl(repo, ['say', 'last', 'go on'])).code).toBe(0);
  await second;
  expect((await pawl(repo, ['cancel', 'last'])).stdout).toMatch(/has ended \(cancelled\); what it did stays \(pawl undo \w+/);
  expect((await ended).code).toBe(130);
});
