import { expect, test } from 'vitest';
import { programs } from '../../src/adapters/process/programs.ts';

const busy = (ms: number): void => {
  const until = performance.now() + ms;
  while (performance.now() < until);
};

/** Programs that end one after the other, while this thread is kept from reading again and again, as while modules load. */
test('what programs have printed is read whole, however busy this process is when they end', async () => {
  const env = { PATH: process.env['PATH'] ?? '' };
  const at = programs();
  const timer = setInterval(() => busy(70), 1);
  const hog = (): void => {
    busy(70);
    next = setImmediate(hog);
  };
  let next = setImmediate(hog);
  try {
    const outcomes = await Promise.all(
      Array.from({ length: 24 }, (_, number) =>
        at.run({ argv: ['/bin/sh', '-c', `sleep 0.${String(number * 13 + 100)}; echo ${number}`], cwd: '/', env, timeoutMs: 60_000 }),
      ),
    );
    expect(outcomes.map(({ stdout }) => stdout.toString())).toEqual(outcomes.map((_, number) => `${number}\n`));
  } finally {
    clearInterval(timer);
    clearImmediate(next);
  }
});
