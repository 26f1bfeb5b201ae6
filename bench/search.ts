import { inWords } from './sample.ts';
import { scratchPlace } from './scratch-place.ts';
import { readCorpus } from './search-corpus.ts';
import { measureQuality, type Quality } from './search-quality.ts';
import { measureSearchSpeed, type SearchSpeed, type Times } from './search-speed.ts';
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

function printSpeed({ entries, query, queryP95, add, replace, remove, overBareNode, bareNode }: SearchSpeed): void {
  const row = (what: string, { wallMs, cpuMs }: Times): string[] => [what, inWords(wallMs, 1), inWords(cpuMs, 1)];
  printTable(
    [`among ${entries} entries`, 'ms', 'processor, ms'],
    [
      row('a query', query),
      ['a query, p95', queryP95.wallMs.toFixed(1), queryP95.cpuMs.toFixed(1)],
      row('an add', add),
      row('a replacement', replace),
      row('a removal', remove),
      row('a fresh process that asks once, over node -e 0', overBareNode),
      row('node -e 0', bareNode),
    ],
  );
}
