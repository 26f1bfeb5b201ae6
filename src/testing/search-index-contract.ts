import type { EntryTerm, IndexEntry } from '../core/library/search/index-entry.ts';
import type { IndexView } from '../core/library/search/index-view.ts';
import type { SearchIndex } from '../ports/search-index.ts';
import type { ContractKit } from './contract-kit.ts';
import { okValue } from './ok-value.ts';

const term = (name: string, weight = 1, past = 0): EntryTerm => ({ term: name, weight, past });
const entry = (id: string, ...terms: EntryTerm[]): IndexEntry => ({ id, terms });

/** All that an index gives of these terms, with ids in the place of keys, in an order that stores do not choose. */
function contentOf(view: IndexView, terms: readonly string[]) {
  const { entries, past, keysEnd } = view.totals;
  const found = [...view.find(terms)].map(([name, { postings, ...sums }]) => {
    const of = postings().flatMap(({ firstKey, numbers }) =>
      Array.from({ length: numbers.length / 3 }, (_, at) => {
        const key = firstKey + (numbers[at * 3] as number);
        return {
          id: view.ids([key])[0] as string,
          weight: numbers[at * 3 + 1],
          past: numbers[at * 3 + 2],
          inRange: key < keysEnd,
        };
      }),
    );
    return { term: name, ...sums, of: of.sort((one, other) => (one.id < other.id ? -1 : 1)) };
  });
  return { entries, past, terms: found.sort((one, other) => (one.term < other.term ? -1 : 1)) };
}

/** What every `SearchIndex` must do. `subject` gives an empty one. */
export function searchIndexContract({ test, expect }: ContractKit, subject: () => Promise<SearchIndex>): void {
  const put = async (index: SearchIndex, ...entries: IndexEntry[]): Promise<void> => {
    okValue(await index.put(entries));
  };
  const content = async (index: SearchIndex, ...terms: string[]) => okValue(await index.look((view) => contentOf(view, terms)));

  test('an empty index has nothing', async () => {
    expect(await content(await subject(), 'a')).toEqual({ entries: 0, past: 0, terms: [] });
  });

  test('an entry is found by each of its terms, with its weights, and counted', async () => {
    const index = await subject();
    await put(index, entry('one', term('a', 65_535, 65_535), term('b c', 1)), entry('two', term('a', 7, 3)));
    expect(await content(index, 'a', 'b c', 'none')).toEqual({
      entries: 2,
      past: 65_538,
      terms: [
        {
          term: 'a',
          entries: 2,
          past: 65_538,
          of: [
            { id: 'one', weight: 65_535, past: 65_535, inRange: true },
            { id: 'two', weight: 7, past: 3, inRange: true },
          ],
        },
        { term: 'b c', entries: 1, past: 0, of: [{ id: 'one', weight: 1, past: 0, inRange: true }] },
      ],
    });
  });

  test('put again, an entry is what it was put as last', async () => {
    const [index, fresh] = [await subject(), await subject()];
    await put(index, entry('one', term('a', 5, 5), term('b')), entry('two', term('a')), entry('one', term('a', 9), term('c', 2, 1)));
    await put(fresh, entry('two', term('a')), entry('one', term('a', 9), term('c', 2, 1)));
    expect(await content(index, 'a', 'b', 'c')).toEqual(await content(fresh, 'a', 'b', 'c'));
  });

  test('removed, it is as if it had never been there', async () => {
    const [index, fresh] = [await subject(), await subject()];
    await put(index, entry('one', term('a', 5, 5), term('b')), entry('two', term('a')));
    okValue(await index.remove('one'));
    okValue(await index.remove('never there'));
    await put(fresh, entry('two', term('a')));
    expect(await content(index, 'a', 'b')).toEqual(await content(fresh, 'a', 'b'));
    await put(index, entry('three', term('b', 4)));
    await put(fresh, entry('three', term('b', 4)));
    expect(await content(index, 'a', 'b')).toEqual(await content(fresh, 'a', 'b'));
  });

  test('more entries than any block has are all there', async () => {
    const index = await subject();
    const all = Array.from({ length: 2_500 }, (_, at) => entry(`e${String(at).padStart(4, '0')}`, term('a', at + 1, at)));
    await put(index, ...all);
    okValue(await index.remove('e1024'));
    const [found] = (await content(index, 'a')).terms;
    expect(found?.entries).toBe(2_499);
    expect(found?.of.map(({ id, weight, past }) => entry(id, term('a', weight, past)))).toEqual(all.filter(({ id }) => id !== 'e1024'));
  });

  test('ids come in the order in which they are asked for', async () => {
    const index = await subject();
    await put(index, entry('one', term('a')), entry('two', term('b')), entry('three', term('c')));
    const turned = okValue(
      await index.look((view) => {
        const keyOf = (name: string) => {
          const block = view.find([name]).get(name)?.postings()[0];
          return (block?.firstKey ?? 0) + (block?.numbers[0] ?? 0);
        };
        return view.ids([keyOf('c'), keyOf('a'), keyOf('b')]);
      }),
    );
    expect(turned).toEqual(['three', 'one', 'two']);
  });

  test('ids and terms may be any text, also what is special to languages and databases', async () => {
    const index = await subject();
    const odd = ['__proto__', 'constructor', '', ' ', "it's", '"', '%_\\', 'nul\u0000within', '天気', '🦀', 'a'.repeat(10_000)];
    await put(index, ...odd.map((text) => entry(text, term(text, 3), term('all'))));
    const found = await content(index, ...odd);
    expect(found.terms.map((each) => each.term)).toEqual(odd.toSorted((one, other) => (one < other ? -1 : 1)));
    for (const each of found.terms) expect(each.of.map(({ id }) => id)).toEqual([each.term]);
    for (const text of odd) okValue(await index.remove(text));
    expect(await content(index, 'all', ...odd)).toEqual({ entries: 0, past: 0, terms: [] });
  });

  test('an entry without terms counts as an entry', async () => {
    const index = await subject();
    await put(index, entry('bare'));
    expect((await content(index)).entries).toBe(1);
  });
}
