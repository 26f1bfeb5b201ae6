import type { Owner, Ownership } from '../ports/ownership.ts';
import type { ContractKit } from './contract-kit.ts';
import { okValue } from './ok-value.ts';

/** A fresh subject for one test: two views of the ownership of one workspace that nobody owns. They may be the same object. */
export interface OwnershipSubject {
  readonly mine: Ownership;
  readonly theirs: Ownership;
}

/** What every `Ownership` must do within one process. That a dead process owns nothing is for each adapter's own tests. */
export function ownershipContract({ test, expect }: ContractKit, subject: () => Promise<OwnershipSubject>): void {
  // A host that is not this one: whether the process is alive cannot be looked up, so the name is given as it was noted.
  const claim = (run: string): Owner => ({ run, pid: 4711, host: 'elsewhere.example' });

  test('while one run owns the workspace another is refused and learns which', async () => {
    const { mine, theirs } = await subject();
    expect(isOwned(await mine.acquire(claim('7f3k')))).toBe(true);
    expect(await theirs.acquire(claim('late'))).toEqual(ownedBy(claim('7f3k')));
    expect(await mine.acquire(claim('again'))).toEqual(ownedBy(claim('7f3k')));
  });

  test('what has been released can be owned by another at once', async () => {
    const { mine, theirs } = await subject();
    await held(await mine.acquire(claim('7f3k'))).release();
    expect(isOwned(await theirs.acquire(claim('next')))).toBe(true);
    expect(await mine.acquire(claim('late'))).toEqual(ownedBy(claim('next')));
  });

  test('who owns the workspace can be asked without taking it', async () => {
    const { mine, theirs } = await subject();
    expect(await theirs.holder()).toEqual({ ok: true, value: null });
    const owned = held(await mine.acquire(claim('7f3k')));
    for (const ownership of [theirs, mine, theirs]) expect(await ownership.holder()).toEqual({ ok: true, value: claim('7f3k') });
    expect(isOwned(await theirs.acquire(claim('late')))).toBe(false);
    await owned.release();
    expect(await theirs.holder()).toEqual({ ok: true, value: null });
    expect(isOwned(await theirs.acquire(claim('next')))).toBe(true);
    expect(await mine.holder()).toEqual({ ok: true, value: claim('next') });
  });

  test('a second release does not take the workspace from its next owner', async () => {
    const { mine, theirs } = await subject();
    const first = held(await mine.acquire(claim('7f3k')));
    await first.release();
    await theirs.acquire(claim('next'));
    await first.release();
    expect(await mine.acquire(claim('late'))).toEqual(ownedBy(claim('next')));
  });

  test('of several that ask at the same moment exactly one becomes the owner', async () => {
    const { mine, theirs } = await subject();
    const asked = await Promise.all([mine, theirs, mine, theirs].map((ownership, index) => ownership.acquire(claim(`run${index}`))));
    expect(asked.filter(isOwned).length).toBe(1);
  });
}

type Answer = Awaited<ReturnType<Ownership['acquire']>>;

const isOwned = (answer: Answer): boolean => okValue(answer).owned;

const ownedBy = (owner: Owner): Answer => ({ ok: true, value: { owned: false, owner } });

function held(answer: Answer): { release(): Promise<void> } {
  const acquired = okValue(answer);
  if (!acquired.owned) throw new Error(`the workspace is owned by ${acquired.owner?.run ?? 'someone'}`);
  return acquired;
}
