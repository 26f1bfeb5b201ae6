import { played, result } from './claude-stand-in.ts';
import { lines } from './stand-in.ts';

/** Run by a test in a process of its own: has a program print a line of 200 MB, and prints the answer and the most memory used. */
const folder = process.argv[2] as string;
const { reply, warnings } = await played(folder, [
  { fill: 'x'.repeat(1_000_000), times: 200 },
  { out: `\n${lines(result({ result: 'after' }))}` },
]);
process.stdout.write(JSON.stringify({ reply, warnings, maxRssKiB: process.resourceUsage().maxRSS }));
