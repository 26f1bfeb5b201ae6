import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { linesOf, pawl, repository, scripted } from './pawl.ts';

/** Loaded into the process by NODE_OPTIONS: says at its end how much memory it had at the most. */
function witness(folder: string): { readonly env: Record<string, string>; readonly peakKiB: () => number } {
  const [script, peak] = [join(folder, 'witness.mjs'), join(folder, 'peak')];
  // The command inherits the variable; it starts no Node, and `ppid` tells the process that the test has started from all else.
  const text = `import { writeFileSync } from 'node:fs';
if (process.ppid === ${process.pid}) process.on('exit', () => writeFileSync(${JSON.stringify(peak)}, String(process.resourceUsage().maxRSS)));
`;
  writeFileSync(script, text);
  return { env: { NODE_OPTIONS: `--import=${pathToFileURL(script)}` }, peakKiB: () => Number(readFileSync(peak, 'utf8')) };
}

const printing: [string, string, string][] = [
  ['a command', 'command: "head -c 200000000 /dev/zero"', ''],
  ['lines of text', 'command: "yes 0123456789abcdef | head -c 200000000"', ''],
  ['an output that is looked at', 'command: "yes 0123456789abcdef | head -c 200000000"', '    require: { contains: [0123456789abcdef] }\n'],
];

test.each(printing)(
  'a run in which %s prints 200 MB takes less than 300 MB of memory',
  async (_what, command, checks) => {
    const repo = repository();
    const seen = witness(dirname(repo));
    const workflow = `name: w\nsteps:\n  - id: big\n    ${command}\n${checks}  - { id: after, command: "wc -c < \\"$PAWL_OUT_BIG_FILE\\"" }\n`;
    const { code, stdout, stderr } = await pawl(repo, [...scripted(repo, workflow), '--json'], seen.env);
    expect(stderr).toBe('');
    expect(code).toBe(0);
    const after = linesOf(stdout).find(({ type, step }) => type === 'step.finished' && step === 'after');
    // 64 MiB are kept, with a line that says how many more there were.
    expect(Number(after.result.output.text.split('\n')[0])).toBeGreaterThan(64 * 1024 * 1024);
    expect(seen.peakKiB()).toBeLessThan(300_000);
  },
  120_000,
);
