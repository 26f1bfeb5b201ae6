import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cleanEnv, repository } from '../cli/pawl.ts';
import { acting, code, outputs, says } from './acting.ts';

test('a command that code runs has no key of a model in its environment, and so neither has the conversation', async () => {
  const keys = ['ANTHROPIC_API_KEY', 'OPENAI_API_KEY', 'GEMINI_API_KEY', 'DEVKIT_LOCAL_API_KEY', 'HOUSE_KEY'];
  const repo = repository({ 'pawl.yml': 'tiers:\n  fast: {runner: "http://127.0.0.1:1/v1", model: m, key: HOUSE_KEY}\n' });
  const env = { ...cleanEnv(join(repo, '..')), ...Object.fromEntries(keys.map((name) => [name, 'sk-0123456789'])), OTHER: 'is there' };
  const done = acting([code("(await ctx.sh('env')).stdout"), says('done')], { env }, repo);
  expect(await done.handle.result()).toBe('done');
  expect(outputs(done)[0]).toContain('OTHER=is there');
  expect(JSON.stringify(done.events)).not.toContain('sk-0123456789');
});
