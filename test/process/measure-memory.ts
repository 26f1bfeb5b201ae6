import { programs } from '../../src/adapters/process/programs.ts';

/** Run by a test in a process of its own: takes 200 MB of output and prints what was kept and the most memory used. */
const scratch = process.argv[2] as string;
const outcome = await programs().shell({
  command: 'head -c 200000000 /dev/zero',
  cwd: scratch,
  env: { PATH: process.env.PATH ?? '' },
  timeoutMs: 60_000,
  signal: new AbortController().signal,
  scratch,
});
const keptBytes = 'file' in outcome.output ? outcome.output.bytes : outcome.output.bytes.length;
process.stdout.write(JSON.stringify({ keptBytes, cutBytes: outcome.cutBytes, maxRssKiB: process.resourceUsage().maxRSS }));
