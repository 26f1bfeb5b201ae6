import { inWords } from './sample.ts';
import { scratchPlace } from './scratch-place.ts';
import { readCorpus } from './search-corpus.ts';
import { measureQuality, type Quality } from './search-quality.ts';
import { measureSearchSpeed, type SearchSpeed } from './search-speed.ts';
import { printSurroundings, printTable } from './tables.ts';

/** How well the library is searched, by the labelled requests of a folder beside two other rankers; and how quickly, among 10 000 entries. */
export async function search(json: boolean, folder: string): Promise<void> {
  const startedMs = performance.now();
  const scratch = scratchPlace();
  const corpus = readCorpus(folder);
  const quality = await measureQuality(corpus, scratch);
  const speed = await measureSearchSpeed(scratch, 10_000);
  const counted = { tools: corpus.tools.length, single: corpus.single.length, double: corpus.double.length };
  const tookSeconds = (performance.now() - startedMs) / 1000;
  if (json) console.log(JSON.stringify({ tookSeconds, corpus: counted, quality, speed }));
  else {
    printSurroundings(tookSeconds);
    console.log(`${counted.tools} tools, ${counted.single} requests for one of them, ${counted.double} for two.\n`);
    printQuality(quality);
    printSpeed(speed);
  }
}

function printQuality(rows: readonly Quality[]): void {
  const share = (value: number): string => value.toFixed(3);
  printTable(
    ['past requests a tool', 'ranker', 'R@1', 'R@5', 'R@10', 'MRR@10', 'both@5'],
    rows.map(({ pastRequests, ranker, recallAt1, recallAt5, recallAt10, mrrAt10, bothAt5 }) => [
      String(pastRequests),
      ranker,
      ...[recallAt1, recallAt5, recallAt10, mrrAt10, bothAt5].map(share),
    ]),
  );
}

function printSpeed(speed: SearchSpeed): void {
  printTable(
    [`among ${speed.entries} entries`, 'ms'],
    [
      ['a query, p50', speed.queryP50Ms.toFixed(2)],
      ['a query, p95', speed.queryP95Ms.toFixed(2)],
      ['an add', inWords(speed.addMs, 1)],
      ['a replacement', inWords(speed.replaceMs, 1)],
      ['a removal', inWords(speed.removeMs, 1)],
      ['a fresh process that asks once', inWords(speed.processMs, 0)],
      ['node -e 0', inWords(speed.bareNodeMs, 0)],
      ['over it, in pairs', inWords(speed.overBareNodeMs, 0)],
    ],
  );
}
