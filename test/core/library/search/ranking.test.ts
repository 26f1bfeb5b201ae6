import { expect, test } from 'vitest';
import { asked, searchText } from './library-of.ts';

const library = [
  searchText('sendInvoiceReminders', {
    description: 'Sends a reminder to each customer whose invoice is overdue.',
    parameters: ['dueBefore'],
  }),
  searchText('rotateLogFiles', { description: 'Moves old log files into an archive.', parameters: ['folder', 'keepDays'] }),
  searchText('summariseStandup', { description: 'Writes a summary of what the team did yesterday.' }),
  searchText('labelPullRequests', { description: 'Puts labels on pull requests by the files that they change.' }),
];
const ids = async (request: string, texts = library) => (await asked(texts, request)).map(({ id }) => id);

test('what a request is about is found, in whatever words it is asked', async () => {
  expect((await ids('Please remind customers of overdue invoices'))[0]).toBe('sendInvoiceReminders');
  expect((await ids('archive my logs'))[0]).toBe('rotateLogFiles');
  expect((await ids('which labels fit this pull request?'))[0]).toBe('labelPullRequests');
});

test('a synonym is found, below the word itself', async () => {
  const texts = [searchText('one', { description: 'Deletes a row.' }), searchText('other', { description: 'Removes a row.' })];
  expect(await ids('delete', texts)).toEqual(['one', 'other']);
  expect(await ids('remove', texts)).toEqual(['other', 'one']);
});

test('a word that is misspelt is found by its pieces', async () => {
  expect((await ids('remindres'))[0]).toBe('sendInvoiceReminders');
});

test('the name of a parameter is found', async () => {
  expect((await ids('how many days to keep'))[0]).toBe('rotateLogFiles');
});

test('two neighbouring words count more than the two apart', async () => {
  const texts = [searchText('a', { description: 'alpha beta gamma delta' }), searchText('b', { description: 'alpha gamma beta delta' })];
  expect((await ids('gamma beta', texts))[0]).toBe('b');
});

test('what an entry was used for is found, though nothing in it says so', async () => {
  const texts = [
    searchText('a', { description: 'Moves money.', pastRequests: ['settle what I owe the landlord'] }),
    searchText('b', { description: 'Moves money.' }),
  ];
  expect(await ids('landlord', texts)).toEqual(['a']);
});

test('the history of one entry does not hide another that the description names', async () => {
  const pastRequests = Array.from({ length: 20 }, (_, at) => `report number ${at} of the landlord`);
  const texts = [
    searchText('busy', { description: 'Moves money.', pastRequests }),
    searchText('plain', { description: 'Weather report.' }),
  ];
  expect((await ids('weather report', texts))[0]).toBe('plain');
});

test('entries that match alike stand in the order of their ids', async () => {
  const texts = ['c', 'a', 'b'].map((id) => searchText(id, { name: 'same', description: 'Reads the weather.' }));
  expect(await ids('weather', texts)).toEqual(['a', 'b', 'c']);
  expect((await asked(texts, 'weather', { limit: 2 })).map(({ id }) => id)).toEqual(['a', 'b']);
});

test('what is not accepted takes no place, however many there are of it', async () => {
  const texts = Array.from({ length: 300 }, (_, at) =>
    searchText(`entry-${at}`, { name: 'reader', description: at < 290 ? 'Weather.' : 'Weather reports of all the cities in the country.' }),
  );
  const accept = (id: string) => Number(id.slice(6)) >= 290;
  expect(await asked(texts, 'weather', { limit: 5, accept })).toHaveLength(5);
  expect(await asked(texts, 'weather', { limit: 50, accept })).toHaveLength(10);
  expect(await asked(texts, 'weather', { limit: 5, accept: () => false })).toEqual([]);
  expect(await asked(texts, 'weather', { limit: 0 })).toEqual([]);
});

test('nothing is found of nothing, by nothing, or of what no entry has', async () => {
  expect(await ids('weather', [])).toEqual([]);
  expect(await ids('')).toEqual([]);
  expect(await ids('could you please help me')).toEqual([]);
  expect(await ids('zzzzqqqq')).toEqual([]);
});

test('an entry without a word is kept and never found', async () => {
  expect(await ids('weather', [searchText('', { name: '' }), searchText('w', { name: 'weather' })])).toEqual(['w']);
});

test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty', '天気予報', 'Ünïcödé', '\ud800x', '🦀 crab'])(
  'an entry named %j is found as any other',
  async (name) => {
    expect((await ids(name, [...library, searchText('it', { name })]))[0]).toBe('it');
  },
);

test('of a text of any length no more is read than is good', async () => {
  const long = 'lorem ipsum dolor '.repeat(30_000);
  const texts = [
    ...library,
    searchText('long', { name: 'weather', description: `${long} unseen`, pastRequests: [long, 'x'.repeat(500_000)] }),
  ];
  expect((await ids('weather', texts))[0]).toBe('long');
  expect(await ids('unseen', texts)).toEqual([]);
  expect((await ids(`weather ${long}`, texts))[0]).toBe('long');
  const capitals = searchText('capitals', { name: 'A'.repeat(500_000), description: 'A'.repeat(500_000) });
  expect(await ids('weather', [capitals])).toEqual([]);
});

test('only the newest past requests are read', async () => {
  const pastRequests = ['landlord', ...Array.from({ length: 50 }, () => 'weather')];
  expect(await ids('landlord', [searchText('it', { pastRequests })])).toEqual([]);
});

test('the commonest words are left out before a query reads too much', async () => {
  const texts = Array.from({ length: 6_000 }, (_, at) =>
    searchText(`e${at}`, { name: at === 4321 ? 'rare' : '', description: 'common other' }),
  );
  const found = await asked(texts, 'common other rare', { limit: 3 });
  expect(found[0]?.id).toBe('e4321');
});
