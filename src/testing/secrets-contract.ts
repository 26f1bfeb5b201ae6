import type { Secrets } from '../ports/secrets.ts';
import type { ContractKit } from './contract-kit.ts';

/** A fresh subject for one test: secrets of which these exist, and how often each has been fetched. */
export interface SecretsSubject {
  readonly secrets: Secrets;
  fetches(name: string): Promise<number> | number;
}

/** What `subject` is to hold. The values under `ended` are given to the source with newlines behind them. */
export const contractSecrets = {
  GOOD: 'a good value of one line',
  ENDED: 'two lines\nof which the last is ended',
  SHORT: 'seven77',
} as const;

/** What every `Secrets` must do. */
export function secretsContract({ test, expect }: ContractKit, subject: () => Promise<SecretsSubject>): void {
  test('a value comes as it is, without the newlines that only end it', async () => {
    const { secrets } = await subject();
    expect(await secrets.read('GOOD')).toEqual({ ok: true, value: contractSecrets.GOOD });
    expect(await secrets.read('ENDED')).toEqual({ ok: true, value: contractSecrets.ENDED });
  });

  test('what is asked for again, also at the same moment, is not fetched again', async () => {
    const given = await subject();
    await Promise.all([given.secrets.read('GOOD'), given.secrets.read('GOOD')]);
    await given.secrets.read('GOOD');
    expect(await given.fetches('GOOD')).toBe(1);
  });

  test('one that is not there is not found', async () => {
    const { secrets } = await subject();
    expect(await secrets.read('NOWHERE')).toMatchObject({ ok: false, failure: { kind: 'not_found' } });
  });

  test('one of fewer than 8 characters is refused, in words that do not tell it', async () => {
    const { secrets } = await subject();
    const read = await secrets.read('SHORT');
    expect(read).toMatchObject({ ok: false, failure: { kind: 'refused' } });
    expect(JSON.stringify(read).includes(contractSecrets.SHORT)).toBe(false);
  });
}
