import { actor } from './actor.ts';
import { certify } from './certify.ts';
import { dedup } from './dedup.ts';
import { engine } from './engine.ts';
import { resume } from './resume.ts';
import { search } from './search.ts';

interface Bench {
  readonly run: (json: boolean, folder: string) => Promise<void>;
  /** What it wants to be given a folder of. */
  readonly folder?: 'labelled requests' | 'labelled pairs' | 'labelled functions';
}

/** `npm run bench -- NAME [--json]`: the figures that the documentation quotes, one name for each group of them. */
const benches: Readonly<Record<string, Bench>> = {
  engine: { run: engine },
  actor: { run: actor },
  resume: { run: resume },
  dedup: { run: dedup, folder: 'labelled pairs' },
  certify: { run: certify, folder: 'labelled functions' },
  search: { run: search, folder: 'labelled requests' },
};

const [name, ...rest] = process.argv.slice(2);
const bench = benches[name ?? ''];
const json = rest.includes('--json');
const folders = rest.filter((each) => each !== '--json');
if (bench === undefined || folders.length !== (bench.folder === undefined ? 0 : 1)) {
  const forms = Object.entries(benches).map(([each, { folder }]) => (folder === undefined ? each : `${each} DIR (${folder})`));
  console.error(`usage: npm run bench -- ${forms.join(' | ')} [--json]`);
  process.exitCode = 2;
} else {
  await bench.run(json, folders[0] ?? '');
}
