import { libraryOf } from '../core/library/entries/evolve-library.ts';
import { newest } from '../core/library/entries/library-entry.ts';
import { ranking } from '../core/library/search/ranking.ts';
import type { Library } from '../ports/library.ts';
import type { ContractKit } from './contract-kit.ts';
import { okValue } from './ok-value.ts';
import { awkwardTexts } from './sample-events.ts';
import { addingEdit, sampleSet } from './sample-library.ts';

/** A fresh subject for one test: an empty library. `again` opens the same once more, where it lasts. */
export interface LibrarySubject {
  readonly library: Library;
  again?(): Promise<Library>;
}

/** What every `Library` must do. What edits mean is decided in `core/library`, and tested there. */
export function libraryContract({ test, expect }: ContractKit, subject: () => Promise<LibrarySubject>): void {
  test('what was applied is there, whole, and in the log with who and why', async () => {
    const { library } = await subject();
    const applied = okValue(
      await library.apply(sampleSet('one', [addingEdit('readFile'), addingEdit('callIt', { dependsOn: ['readFile'] })])),
    );
    expect([applied.firstSeq, applied.lastSeq, applied.wasApplied]).toEqual([1, 2, false]);
    const { state, seq } = okValue(await library.read());
    expect([...state.byName.keys()]).toEqual(['readFile', 'callIt']);
    expect(seq).toBe(2);
    expect(okValue(await library.names())).toEqual(['callIt', 'readFile']);
    const log = okValue(await library.log());
    expect(log.map(({ seq: at, set, by, why, change }) => [at, set, by, why, change.type])).toEqual([
      [1, 'one', 'a person', 'for a test', 'function.stored'],
      [2, 'one', 'a person', 'for a test', 'function.stored'],
    ]);
    expect(okValue(await library.log(2)).length).toBe(1);
  });

  test('the log is the truth: what stands is its fold', async () => {
    const { library } = await subject();
    await aLife(library);
    const { state } = okValue(await library.read());
    expect(libraryOf(okValue(await library.log()))).toEqual(state);
    expect(okValue(await library.names())).toEqual([...state.byName.keys()].sort());
  });

  test('single entries are asked for without reading all', async () => {
    const { library } = await subject();
    await aLife(library);
    const found = okValue(
      await library.look((view) => ({
        living: view.living('first')?.id,
        gone: view.living('gone'),
        named: view.named('gone').map(({ isDeleted }) => isDeleted),
        callers: view.callersOf('first').map(({ name }) => name),
        users: view.usersOf('dates').map(({ name }) => name),
        about: view.guidanceAbout(view.living('first')?.id ?? '').map(({ title }) => title),
        environment: view.environmentOf('dates')?.version,
        none: [view.functionOf('none'), view.guidanceOf('none'), view.environmentOf('none'), view.living('__proto__')],
        taken: view.takenWith(view.named('gone')[0]?.id ?? '').functions.map(({ name }) => name),
        ofSet: view.changesOfSet('one').length,
        ofEntry: view.changesOfEntry(view.living('first')?.id ?? '').map(({ change }) => change.type),
      })),
    );
    expect(found).toEqual({
      living: okValue(await library.read()).state.byName.get('first'),
      gone: null,
      named: [true],
      callers: ['second'],
      users: ['withPackage'],
      about: ['How to read'],
      environment: 1,
      none: [null, null, null, null],
      taken: ['callsGone'],
      ofSet: 3,
      ofEntry: ['function.stored', 'function.stored'],
    });
  });

  test('who refers to what follows the newest version, and what is restored refers again', async () => {
    const { library } = await subject();
    const put = { kind: 'put_environment', name: 'dates', packages: ['dayjs@1.11.13'], manifest: '{}', lock: '{}', exists: false } as const;
    const calling = addingEdit('caller', { dependsOn: ['leaf'], environment: 'dates' });
    const guidance = { kind: 'add_guidance', title: 'G', sections: [{ heading: '', text: 'x' }], functions: ['leaf'] } as const;
    const ids = okValue(await library.apply(sampleSet('one', [put, addingEdit('leaf'), calling, guidance]))).ids as string[];
    const referring = async () =>
      okValue(
        await library.look((view) => [
          view.callersOf('leaf').length,
          view.usersOf('dates').length,
          view.guidanceAbout(ids[1] as string).length,
          view.takenWith(ids[1] as string).functions.length + view.takenWith(ids[1] as string).guidance.length,
        ]),
      );
    expect(await referring()).toEqual([1, 1, 1, 0]);
    okValue(await library.apply(sampleSet('two', [{ kind: 'delete_function', name: 'leaf', cascade: true }])));
    expect(await referring()).toEqual([0, 0, 0, 2]);
    okValue(await library.apply(sampleSet('three', [{ kind: 'restore_function', id: ids[1] as string }])));
    expect(await referring()).toEqual([1, 1, 1, 0]);
    const update = { kind: 'update_guidance', id: ids[3] as string, delta: { functions: [] } } as const;
    okValue(await library.apply(sampleSet('four', [addingEdit('caller', {}, true), update])));
    expect(await referring()).toEqual([0, 0, 0, 0]);
  });

  test('a set with one mistake changes nothing, and all mistakes are told', async () => {
    const { library } = await subject();
    const edits = [addingEdit('good'), addingEdit('bad', { dependsOn: ['nowhere'] }), { kind: 'delete_guidance', id: 'none' } as const];
    const applied = await library.apply(sampleSet('one', edits));
    expect(applied.ok).toBe(false);
    if (!applied.ok && applied.failure.kind === 'faults')
      expect(applied.failure.faults.map(({ edit, code }) => [edit, code])).toEqual([
        [1, 'library/unknown-name'],
        [2, 'library/unknown-id'],
      ]);
    expect(okValue(await library.read()).seq).toBe(0);
    expect(okValue(await library.log())).toEqual([]);
  });

  test('a set that puts cases in question is not applied before somebody has looked after them, and just them', async () => {
    const { library } = await subject();
    const one = { input: 1, output: 1, run: null };
    okValue(await library.apply(sampleSet('one', [addingEdit('leaf'), addingEdit('caller', { dependsOn: ['leaf'] })])));
    const adding = sampleSet('two', [{ kind: 'add_case', name: 'caller', case: one }]);
    const digestOfPlan = async (set: typeof adding, tried?: string): Promise<string> => {
      const applied = await library.apply(set, tried);
      return !applied.ok && applied.failure.kind === 'untried' ? applied.failure.plan.digest : '';
    };
    const first = await digestOfPlan(adding);
    expect([first === '', okValue(await library.read()).seq]).toEqual([false, 2]);
    okValue(await library.apply(adding, first));
    // By its digest a set that was applied is still the same.
    expect(okValue(await library.apply(adding)).wasApplied).toBe(true);
    const other = sampleSet('three', [addingEdit('leaf', { normalised: 'other' }, true)]);
    const second = await digestOfPlan(other);
    expect(await digestOfPlan(other, first)).toBe(second);
    okValue(await library.apply(sampleSet('four', [addingEdit('aside')])));
    expect(await digestOfPlan(other)).toBe(second);
    const more = sampleSet('five', [{ kind: 'add_case', name: 'leaf', case: one }]);
    okValue(await library.apply(more, await digestOfPlan(more)));
    const third = await digestOfPlan(other, second);
    expect([third === '', third === second]).toEqual([false, false]);
    okValue(await library.apply(other, third));
    // What puts no case in question needs no digest, and takes none.
    const mark = sampleSet('six', [{ kind: 'pin_function', name: 'leaf', holder: 'task t' }]);
    expect((await library.apply(mark, third)).ok).toBe(false);
    okValue(await library.apply(mark));
  });

  test('a set is applied once by its id, and gives what it gave', async () => {
    const { library } = await subject();
    const first = okValue(await library.apply(sampleSet('one', [addingEdit('readFile')])));
    expect(okValue(await library.apply(sampleSet('one', [addingEdit('readFile')])))).toEqual({ ...first, wasApplied: true });
    expect(okValue(await library.read()).seq).toBe(1);
  });

  test('twenty that apply at once lose nothing, and one of two with the same name is refused', async () => {
    const { library, again = async () => library } = await subject();
    const other = await again();
    const sets = Array.from({ length: 20 }, (_, at) => sampleSet(`set${at}`, [addingEdit(`f${at}`), addingEdit(`g${at >> 1}`)]));
    const applied = await Promise.all(sets.map((set, at) => (at % 2 === 0 ? library : other).apply(set)));
    expect(applied.filter(({ ok }) => ok).length).toBe(10);
    const { state, seq } = okValue(await library.read());
    expect([state.byName.size, seq]).toEqual([20, 20]);
  });

  test('sources are kept as they were given, one a digest', async () => {
    const { library } = await subject();
    const sources = awkwardTexts.filter((text) => !/[\ud800-\udfff](?![\ud800-\udfff])/.test(text) || text.includes('🦀'));
    const edits = sources.map((source, at) => addingEdit(`f${at}`, { source, normalised: `${at}` }));
    okValue(await library.apply(sampleSet('one', edits)));
    const { state } = okValue(await library.read());
    for (const [at, source] of sources.entries()) {
      const entry = state.functions.get(state.byName.get(`f${at}`) ?? '');
      expect(entry && okValue(await library.source(newest(entry).sourceDigest))).toBe(source);
    }
    expect(okValue(await library.source('none'))).toBe(null);
  });

  test('names that JavaScript knows are names like others', async () => {
    const { library } = await subject();
    const names = ['constructor', 'toString', 'hasOwnProperty', 'valueOf'];
    const schema = JSON.parse('{"type":"object","properties":{"__proto__":{"type":"string"}}}');
    okValue(
      await library.apply(
        sampleSet(
          '__proto__',
          names.map((name) => addingEdit(name, { input: schema })),
        ),
      ),
    );
    const { state } = okValue(await library.read());
    expect([...state.byName.keys()]).toEqual(names);
    const found = okValue(await library.look((view) => names.map((name) => JSON.stringify(view.living(name)?.versions[0]?.input))));
    expect(found).toEqual(names.map(() => JSON.stringify(schema)));
  });

  test('uses are counted once by run, entry and kind', async () => {
    const { library } = await subject();
    const use = { run: '7f3k', entry: 'f1', kind: 'shown', request: 'read a file' } as const;
    for (const uses of [
      [use, use],
      [use, { ...use, kind: 'used' as const }, { ...use, run: 'other' }],
    ])
      okValue(await library.count(uses));
    okValue(await library.count([{ ...use, entry: 'constructor', request: null }]));
    expect([...okValue(await library.uses())].sort()).toEqual([
      ['constructor', { shown: 1, used: 0, helped: 0 }],
      ['f1', { shown: 2, used: 1, helped: 0 }],
    ]);
    expect([...okValue(await library.uses(['f1', 'none']))]).toEqual([['f1', { shown: 2, used: 1, helped: 0 }]]);
  });

  test('what lives is found by its words and by what was asked when it was used; what is deleted or archived is not', async () => {
    const { library } = await subject();
    const described = (name: string, description: string) => addingEdit(name, { description });
    const adding = [described('sendInvoice', 'Sends a bill to a customer.'), described('readPage', 'Gives the text of a page of the web.')];
    const guidance = {
      kind: 'add_guidance',
      title: 'Bills',
      sections: [{ heading: '', text: 'Bill customers monthly.' }],
      functions: [],
    } as const;
    const ids = okValue(await library.apply(sampleSet('one', [...adding, described('old', 'Sends a bill.'), guidance]))).ids as string[];
    const found = async (query: string) =>
      okValue(await library.search((index) => ranking(index, query, { limit: 5 }).map(({ id }) => ids.indexOf(id)))).sort();
    expect(await found('bill a customer')).toEqual([0, 2, 3]);
    okValue(
      await library.apply(
        sampleSet('two', [
          { kind: 'archive_function', name: 'old' },
          { kind: 'delete_guidance', id: ids[3] as string },
        ]),
      ),
    );
    expect(await found('bill a customer')).toEqual([0]);
    okValue(
      await library.apply(
        sampleSet('three', [
          { kind: 'activate_function', name: 'old' },
          { kind: 'restore_guidance', id: ids[3] as string },
        ]),
      ),
    );
    expect(await found('bill a customer')).toEqual([0, 2, 3]);
    expect(await found('weather forecast')).toEqual([]);
    okValue(await library.count([{ run: 'r', entry: ids[1] as string, kind: 'used', request: 'the weather forecast of tomorrow' }]));
    expect(await found('weather forecast')).toEqual([1]);
  });

  test('one holds the lease at a time', async () => {
    const { library, again = async () => library } = await subject();
    const other = await again();
    const lease = okValue(await library.lease('review a'));
    expect(lease === null).toBe(false);
    expect(okValue(await other.lease('review b'))).toBe(null);
    await lease?.release();
    expect(okValue(await other.lease('review b')) === null).toBe(false);
  });

  test('all of it is there when it is opened again', async () => {
    const { library, again } = await subject();
    if (again === undefined) return;
    await aLife(library);
    const before = okValue(await library.read());
    await library.close();
    expect(okValue(await (await again()).read())).toEqual(before);
  });
}

/** Some of everything: added, changed, deleted with what calls it, guidance, an environment. */
async function aLife(library: Library): Promise<void> {
  const environment = { name: 'dates', packages: ['dayjs@1.11.13'], manifest: '{}', lock: '{}', exists: false };
  const sets = [
    sampleSet('one', [addingEdit('first'), addingEdit('gone'), addingEdit('second', { dependsOn: ['first'] })]),
    sampleSet('two', [
      { kind: 'put_environment', ...environment },
      addingEdit('withPackage', { imports: ['dayjs'], environment: 'dates' }),
      addingEdit('first', { normalised: 'other', ownEffectClass: 'read' }, true),
      addingEdit('callsGone', { dependsOn: ['gone'] }),
    ]),
    sampleSet('three', [{ kind: 'delete_function', name: 'gone', cascade: true }]),
    sampleSet('four', [
      { kind: 'add_guidance', title: 'How to read', sections: [{ heading: '', text: 'Use first.' }], functions: ['first'] },
    ]),
  ];
  for (const set of sets) okValue(await library.apply(set));
}
