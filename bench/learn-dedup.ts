import { featuresOf } from '../src/core/library/dedup/features.ts';
import { fittedConstants } from './dedup-fit.ts';
import { dataPairs, readPairs } from './dedup-pairs.ts';

/** `node bench/learn-dedup.ts DIR > src/core/library/dedup/dedup-constants.ts`: learns the constants again from a folder's labelled pairs. */
const [folder] = process.argv.slice(2);
if (folder === undefined) {
  console.error('usage: node bench/learn-dedup.ts DIR');
  process.exitCode = 2;
} else {
  const { pairs, counts } = readPairs(dataPairs(folder));
  const constants = fittedConstants(pairs.map(({ verdict, one, other }) => ({ verdict, features: featuresOf(one, other, counts) })));
  const lines = Object.entries(constants).map(
    ([verdict, { features, start }]) =>
      `  ${verdict}: {\n    features: { ${Object.entries(features)
        .map(([name, value]) => `${name}: ${value}`)
        .join(', ')} },\n    start: ${start},\n  },`,
  );
  console.log(
    `import type { DedupConstants } from './softmax.ts';\n\n/** Learned by \`node bench/learn-dedup.ts DIR\`, which prints this file; from how many and which pairs: docs/decisions/dedup.md. */\n` +
      `export const dedupConstants: DedupConstants = {\n${lines.join('\n')}\n};`,
  );
}
