import { describe, expect, test } from 'vitest';
import { askAgent } from '../../../src/app/certifying/ask-agent.ts';
import type { CertifiedTask } from '../../../src/app/certifying/certified-task.ts';
import { examine, questionsOf } from '../../../src/app/certifying/examine.ts';
import type { Cassette } from '../../../src/core/certify/cassette.ts';
import type { Run } from '../../../src/core/certify/gate/equivalence.ts';
import type { Json } from '../../../src/core/model/json.ts';
import { plain, primitives, programOf, recordingOf, replaysHere } from './scene.ts';

const day = 86_400_000;

/** Reminds of parcels that lie too long; a query, a mail and a mark each. */
const parcels = `export default async function parcels(input, ctx) {
  const now = await ctx.clock.now();
  const rows = await ctx.db.query('SELECT id, owner, email, weight, since FROM parcels WHERE depot = ? AND since < ? ORDER BY id', [input.depot, now - input.days * 86400000]);
  const sent = [];
  let grams = 0;
  for (const row of rows) {
    if (!row.email) continue;
    if (row.weight <= input.light) continue;
    await ctx.mail.send({ to: row.email, subject: 'Parcel ' + row.id });
    await ctx.db.query('UPDATE parcels SET since = ? WHERE id = ?', [now, row.id]);
    sent.push(row.id);
    grams += row.weight;
  }
  return { sent, grams };
}`;

async function parcelTask(): Promise<CertifiedTask> {
  const cassettes: Cassette[] = [];
  for (let nth = 0; nth < 6; nth++) {
    const now = 1_790_000_000_000 + nth * day;
    const rows = [0, 1, 2, 3, 4].map((at) => ({
      id: 40 + at + nth,
      owner: ['ida', 'kai'][at % 2] as string,
      email: `${['ida', 'kai'][at % 2]}@post.test`,
      weight: 900 + ((at * 37 + nth * 11) % 70) * 10,
      since: now - (20 + ((at * 7) % 5)) * day,
    }));
    cassettes.push(
      await recordingOf(`parcels-${nth}`, parcels, { depot: 'north', days: 14, light: 100 }, (primitive, args): Json => {
        if (primitive === 'clock.now') return now;
        if (primitive === 'mail.send') return { id: 'm1' } as Json;
        return String(args[0]).startsWith('SELECT') ? rows : ({ changes: 1 } as Json);
      }),
    );
  }
  const schema = {
    type: 'object',
    required: ['depot', 'days', 'light'],
    properties: {
      depot: { type: 'string', minLength: 1 },
      days: { type: 'integer', minimum: 0, maximum: 90 },
      light: { type: 'integer', minimum: 0 },
    },
  };
  return { cassettes, schema, contract: plain, primitives, constants: [] };
}

/** What the gates say of a candidate where `agent` is asked up to `most` times. */
async function verdict(candidate: string, agent: string, task: CertifiedTask, most: number) {
  const examined = await examine(candidate, task, replaysHere(task));
  if (examined.open === null) return { refusals: examined.refusals, asked: null };
  const agents = replaysHere(task);
  const program = programOf(agent);
  const asked = await askAgent(
    examined.open,
    questionsOf(examined.open),
    task.contract,
    {
      async ask(world) {
        const runs = await agents.runs(program, [world]);
        if (!runs.ok) throw new Error(runs.failure.message);
        return runs.value[0] as Run;
      },
    },
    most,
  );
  return { refusals: examined.refusals, asked };
}

describe('a candidate that reads tables', async () => {
  const task = await parcelTask();
  const changed = (from: string, to: string): string => {
    if (!parcels.includes(from)) throw new Error(`no ${from}`);
    return parcels.replace(from, to);
  };

  test('that does what the agent does is refused by nothing', async () => {
    expect(await verdict(changed('grams += row.weight;', 'grams = row.weight + grams;'), parcels, task, 20)).toMatchObject({
      refusals: [],
      asked: { refusal: null, questions: 20 },
    });
  });
  test('that sends something else is refused by a recording', async () => {
    expect(await verdict(changed("'Parcel '", "'Packet '"), parcels, task, 0)).toMatchObject({
      refusals: [{ gate: 'G1', code: 'unrecorded_write' }, ...[1, 2, 3, 4, 5].map(() => ({ gate: 'G2' }))],
      asked: null,
    });
  });
  test.each([
    ['a boundary on a row and a parameter', 'since < ?', 'since <= ?'],
    ['a boundary on an amount', 'row.weight <= input.light', 'row.weight < input.light'],
    ['a guard that is gone', 'if (!row.email) continue;', ''],
    [
      'an error that is swallowed',
      "await ctx.mail.send({ to: row.email, subject: 'Parcel ' + row.id });",
      "try { await ctx.mail.send({ to: row.email, subject: 'Parcel ' + row.id }); } catch {}",
    ],
  ])('%s is found by questions', async (name, from, to) => {
    const { refusals, asked } = await verdict(changed(from, to), parcels, task, 20);
    // Another text of a query is nothing that a recording can answer, and refuses nobody.
    expect(refusals, name).toEqual([]);
    expect(asked?.refusal, name).toMatchObject({ gate: 'G3', code: 'disagreement' });
  });
});

/** Reads two lists in pieces, a file, a command's lines, and asks a model. */
const survey = `export default async function survey(input, ctx) {
  const spots = [];
  for (let page = 1; ; page++) {
    const res = await ctx.http.get('https://map.test/' + input.area + '/spots?per_page=4&page=' + page);
    if (res.status !== 200) throw new Error('UPSTREAM: ' + res.status);
    spots.push(...res.body);
    if (res.body.length < 4) break;
  }
  const notes = [];
  for (let at = '0'; at !== null; ) {
    const res = await ctx.http.get('https://map.test/notes?cursor=' + at);
    notes.push(...res.body.items);
    at = res.body.next;
  }
  const settings = JSON.parse(await ctx.fs.read('settings.json'));
  const listing = await ctx.sh('ls -l ' + input.area);
  if (listing.code !== 0) throw new Error('LIST: ' + listing.code);
  const sizes = listing.stdout.split('\\n').filter((line) => line.endsWith('.map')).map((line) => Number(line.split(' ')[1]));
  const verdict = await ctx.model.ask({ prompt: 'Is it fine? ' + notes.length, schema: { properties: { mood: { enum: ['calm', 'wild'] } } } });
  const found = spots.filter((spot) => spot.kind === 'well' && !input.skip.includes(spot.name) && spot.seen.slice(0, 4) !== '1999').sort((a, b) => b.depth - a.depth || (a.name < b.name ? -1 : 1));
  const token = await ctx.secret('MAP_TOKEN');
  const draw = await ctx.random();
  if (verdict.fine && found.length > 0) await ctx.http.post(input.hook, { token, names: found.map((spot) => spot.name), draw });
  await ctx.fs.write('out/' + input.area + '.txt', JSON.stringify(settings.colours ?? {}) + '\\n' + sizes.join(','));
  return { count: found.length, deepest: found[0] ? found[0].name : null, tags: notes.flatMap((note) => note.tags), mood: verdict.mood };
}`;

async function surveyTask(): Promise<CertifiedTask> {
  const cassettes: Cassette[] = [];
  for (let nth = 0; nth < 6; nth++) {
    const spots = Array.from({ length: 5 + (nth % 3) }, (_, at) => ({
      name: `spot-${String(at + nth).padStart(2, '0')}`,
      kind: ['well', 'cave', 'well', 'tree'][at % 4] as string,
      depth: (at * 7 + nth * 3) % 11,
      seen: `20${20 + nth}-0${1 + at}-11`,
      open: at % 2 === 0,
      guard: null,
    }));
    const notes = [0, 1, 2, 3, 4].map((at) => ({
      text: `note ${at} of run ${nth}`,
      tags: at === 0 ? ['wet'] : [],
      by: at % 2 === 0 ? null : 'ida',
    }));
    const colours = Object.fromEntries([...'abc'].map((letter, at) => [`tone-${letter}${nth}`, at]));
    const answers = (primitive: string, args: readonly Json[]): Json => {
      const [first] = args as [string];
      switch (primitive) {
        case 'http.get': {
          const from = Number(/[=](\d+)$/.exec(first)?.[1]);
          if (first.includes('cursor')) return { status: 200, body: { items: notes.slice(from, from + 3), next: from === 0 ? '3' : null } };
          return { status: 200, body: spots.slice((from - 1) * 4, from * 4) };
        }
        case 'fs.read':
          return JSON.stringify({ name: 'x', ...(nth === 2 ? {} : { colours }) });
        case 'sh':
          return { code: 0, stdout: `one.map ${nth + 3}\ntwo.map 5\nthree.txt 9`, stderr: '' };
        case 'model.ask':
          return { fine: true, mood: 'calm', score: 3, list: ['a'] };
        case 'secret':
          return '{{secret:MAP_TOKEN}}';
        case 'random':
          return 0.25;
        default:
          return primitive === 'http.post' ? { status: 200, body: { id: 1 } } : null;
      }
    };
    cassettes.push(
      await recordingOf(
        `survey-${nth}`,
        survey,
        { area: 'north', skip: nth === 1 ? ['spot-03'] : [], hook: 'https://chat.test/a', rules: [{ tag: 'wet', most: 2 }] },
        answers,
      ),
    );
  }
  const schema = {
    type: 'object',
    required: ['area', 'skip', 'hook'],
    properties: {
      area: { type: 'string' },
      skip: { type: 'array', items: { type: 'string' } },
      hook: { type: 'string', pattern: '^https://' },
      rules: { type: 'array', items: { type: 'object' } },
      mode: { type: 'string' },
      fast: { type: 'boolean' },
      level: { enum: ['low', 'high'] },
      more: { type: 'array' },
      number: { type: 'integer' },
    },
  };
  const contract = {
    ...plain,
    postconditions: [
      { id: 'named', js: 'output.count === 0 || output.deepest !== null' },
      { id: 'of-the-world', js: 'world.x' },
      { id: 'throws', js: 'output.nothing.at' },
    ],
  };
  return { cassettes, schema, contract, primitives, constants: [] };
}

describe('a candidate that reads lists in pieces, files and commands', async () => {
  const { contract, ...rest } = await surveyTask();
  const task: CertifiedTask = { ...rest, contract: { ...contract, postconditions: contract.postconditions.slice(0, 2) } };
  const own = `${survey}\n/* input.rules input.mode input.fast input.level input.more input.number */`;
  const reads = (code: string): string =>
    code.replace('const spots = [];', 'const spots = []; [input.rules, input.mode, input.fast, input.level, input.more, input.number];');

  test('that does what the agent does is refused by nothing', async () => {
    expect(await verdict(reads(own), survey, task, 20)).toMatchObject({ refusals: [], asked: { refusal: null } });
  });
  test('that does not read a parameter is refused by its text', async () => {
    expect(await verdict(survey, survey, task, 0)).toMatchObject({ refusals: [{ code: 'taint' }, {}, {}, {}, {}, {}] });
  });
  test('that breaks what is declared is refused by a gentle world', async () => {
    const broken: CertifiedTask = { ...task, contract };
    expect((await verdict(reads(survey), survey, broken, 0)).refusals).toMatchObject([{ gate: 'G3', code: 'postcondition', id: 'throws' }]);
  });
  test.each([
    ['the first piece only', 'if (res.body.length < 4) break;', 'break;'],
    [
      'a status that is not looked at',
      "if (res.status !== 200) throw new Error('UPSTREAM: ' + res.status);",
      'if (res.status !== 200) break;',
    ],
    ['a list that is not looked at', '!input.skip.includes(spot.name) &&', '(input.skip, true) &&'],
    ['an exit code that is not looked at', "if (listing.code !== 0) throw new Error('LIST: ' + listing.code);", ''],
    ['ties in another order', '(a.name < b.name ? -1 : 1)', '(a.name < b.name ? 1 : -1)'],
  ])('%s is found by questions or recordings', async (name, from, to) => {
    if (!survey.includes(from)) throw new Error(from);
    const { refusals, asked } = await verdict(reads(survey.replace(from, to)), survey, task, 40);
    expect(refusals.length > 0 || asked?.refusal !== null, name).toBe(true);
  });
});
