import { actor } from './actor.ts';
import { dedup } from './dedup.ts';
import { engine } from './engine.ts';
import { resume } from './resume.ts';

/** `npm run bench -- NAME [--json]`: the figures that the documentation quotes, one name for each group of them. */
const benches: Readonly<Record<string, (json: boolean) => Promise<void>>> = { engine, actor, resume };

/** Those that measure on a folder of data: `npm run bench -- NAME DIR [--json]`. */
const onData: Readonly<Record<string, (json: boolean, folder: string) => Promise<void>>> = { dedup };

const [name = '', ...options] = process.argv.slice(2);
const [bench, benchOnData] = [benches[name], onData[name]];
const others = options.filter((option) => option !== '--json');
const json = others.length < options.length;
const [folder] = others;
if (bench !== undefined && others.length === 0) await bench(json);
else if (benchOnData !== undefined && others.length === 1 && folder !== undefined) await benchOnData(json, folder);
else {
  const names = [...Object.keys(benches), ...Object.keys(onData).map((each) => `${each} DIR`)];
  console.error(`usage: npm run bench -- ${names.join('|')} [--json]`);
  process.exitCode = 2;
}
