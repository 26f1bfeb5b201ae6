import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { act } from '../../src/app/act/act.ts';
import { sourceOf } from '../../src/app/agents/model-settings.ts';
import type { StoredEvent } from '../../src/core/events/envelope.ts';
import { repository } from '../cli/pawl.ts';

/** What the scripted librarians do in `review.test.ts`, with the providers' own models: it costs money, so it is asked for. */
const isLive = process.env.PAWL_LIVE === '1';

for (const provider of ['anthropic', 'openai', 'google', 'local'] as const) {
  const source = sourceOf(provider, process.env);
  const needs = source?.key?.variable ?? 'PAWL_OPENAI_ENDPOINT';
  const can = isLive && source !== null && (source.key === null || source.key.value !== null);
  if (isLive && !can) console.warn(`NOT TRIED: ${provider}, as ${needs} is not set`);

  test.skipIf(!can)(
    `${provider}, live (PAWL_LIVE=1 and ${needs}): an act is reviewed behind its result, by rules that a model keeps`,
    { timeout: 600_000 },
    async () => {
      const repo = repository();
      writeFileSync(join(repo, 'invoices.csv'), 'number,cents,paid\n1,500,yes\n2,990,no\n3,120,no\n');
      const events: StoredEvent[] = [];
      const handle = act(
        'How many cents are open in invoices.csv? Work it out by code that would do for any such file. The answer is the number alone.',
        {
          cwd: repo,
          model: `${provider}/${source?.models?.fast}`,
          limits: { budgetUsd: 0.5, turns: 20 },
          onEvent: (stored) => events.push(stored),
        },
      );
      expect(await handle.result()).toMatch(/1110/);
      expect(handle.done()).toBe(false);
      for await (const _ of handle.events);
      expect(handle.done()).toBe(true);
      const ends = events.flatMap(({ event }) => (event.type === 'review.ended' ? [event] : []));
      // Whether it is worth keeping is the model's to say; that the review comes to an end by itself is ours.
      expect(ends).toHaveLength(1);
      expect(['stored', 'nothing']).toContain(ends[0]?.outcome);
    },
  );
}
