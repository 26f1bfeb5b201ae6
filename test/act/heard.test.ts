import { expect, test } from 'vitest';
import { acting, says } from './acting.ts';

test('what is said to an act at any moment of its end is heard, or refused: never taken and lost', async () => {
  const heard: string[] = [];
  const taken: string[] = [];
  const words: Promise<void>[] = [];
  const done = acting(
    ({ messages }) => {
      heard.push(JSON.stringify(messages));
      words.push(saidLater(heard.length));
      return says('done');
    },
    { limits: { turns: 1_000 } },
  );
  /** Each turn it is said one moment later, until it is too late: then the act ends. */
  async function saidLater(moments: number): Promise<void> {
    for (let moment = 0; moment < moments; moment++) await null;
    const word = `word ${moments};`;
    await done.handle.interject(word).then(
      () => taken.push(word),
      () => 0,
    );
  }
  expect(await done.handle.result()).toBe('done');
  await Promise.all(words);
  expect(taken.length).toBeGreaterThan(0);
  expect(taken.filter((word) => !heard.at(-1)?.includes(word))).toEqual([]);
});
