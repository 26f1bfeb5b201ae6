import type { Owner } from '../ports/ownership.ts';
import type { Store } from '../ports/store.ts';
import type { ContractKit } from './contract-kit.ts';
import { okValue } from './ok-value.ts';
import { ownershipContract } from './ownership-contract.ts';

/** A fresh subject for one test: two stores of one state folder. They may be the same object. */
export interface ClaimsSubject {
  readonly mine: Pick<Store, 'reviews' | 'ownership'>;
  readonly theirs: Pick<Store, 'reviews' | 'ownership'>;
}

/** What `Store.reviews` must do: a lock for each run, which stands for what is left to do for it. */
export function claimsContract(kit: ContractKit, subject: () => Promise<ClaimsSubject>): void {
  const { test, expect } = kit;
  const claim = (run: string): Owner => ({ run, pid: 4711, host: 'elsewhere.example' });

  ownershipContract(kit, async () => {
    const { mine, theirs } = await subject();
    return { mine: mine.reviews('7f3k'), theirs: theirs.reviews('7f3k') };
  });

  test('the reviews of two runs are apart, and apart from the workspace', async () => {
    const { mine, theirs } = await subject();
    expect(okValue(await mine.reviews('7f3k').acquire(claim('7f3k'))).owned).toBe(true);
    expect(okValue(await theirs.reviews('8a2b').acquire(claim('8a2b'))).owned).toBe(true);
    expect(okValue(await theirs.ownership.acquire(claim('next'))).owned).toBe(true);
    expect(okValue(await theirs.reviews('7f3k').holder())).toEqual(claim('7f3k'));
    expect(okValue(await mine.reviews('none').holder())).toBe(null);
  });

  test('what is done is forgotten: nobody holds it, also where it was never claimed, and it can be claimed anew', async () => {
    const { mine, theirs } = await subject();
    await theirs.reviews('none').forget();
    const held = okValue(await mine.reviews('7f3k').acquire(claim('7f3k')));
    if (held.owned) await held.release();
    await mine.reviews('7f3k').forget();
    expect(okValue(await theirs.reviews('7f3k').holder())).toBe(null);
    expect(okValue(await theirs.reviews('7f3k').acquire(claim('late'))).owned).toBe(true);
    expect(okValue(await mine.reviews('7f3k').acquire(claim('again'))).owned).toBe(false);
  });
}
