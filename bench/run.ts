import { actor } from './actor.ts';
import { engine } from './engine.ts';
import { resume } from './resume.ts';

/** `npm run bench -- NAME [--json]`: the figures that the documentation quotes, one name for each group of them. */
const benches: Readonly<Record<string, (json: boolean) => Promise<void>>> = { engine, actor, resume };

const [name, ...options] = process.argv.slice(2);
const bench = benches[name ?? ''];
const unknown = options.filter((option) => option !== '--json');
if (bench === undefined || unknown.length > 0) {
  console.error(`usage: npm run bench -- ${Object.keys(benches).join('|')} [--json]`);
  process.exitCode = 2;
} else {
  await bench(options.includes('--json'));
}
