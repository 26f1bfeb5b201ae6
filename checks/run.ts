import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { styleText } from 'node:util';
import { allowedCopies } from './allowed-copies.ts';

/** `npm run check`: all that keeps the house straight, the slowest first. Each is also a command that runs alone. */
const checks: readonly { readonly name: string; readonly argv: readonly [string, ...string[]] }[] = [
  { name: 'types', argv: ['tsc', '-p', 'tsconfig.json', '--pretty'] },
  { name: 'types of core, without Node', argv: ['tsc', '-p', 'tsconfig.core.json', '--pretty'] },
  { name: 'dead code and dependencies (knip)', argv: ['knip', '--no-progress', '--no-config-hints'] },
  {
    name: 'code that only tests reach (knip)',
    argv: ['knip', '--no-progress', '--no-config-hints', '--production', '--include', 'files,dependencies'],
  },
  {
    name: 'import direction (dependency-cruiser)',
    argv: ['depcruise', '--config', '.dependency-cruiser.mjs', '--output-type', 'err-long', 'src', 'test', 'checks'],
  },
  {
    name: 'lint and format (biome)',
    argv: ['biome', 'check', '--colors=off', '--diagnostic-level=warn', '--error-on-warnings', '--max-diagnostics=100'],
  },
  { name: 'copies (jscpd)', argv: ['jscpd', ...Object.keys(allowedCopies).flatMap((glob) => ['--ignore', glob])] },
  { name: 'sizes and names of files', argv: [process.execPath, 'checks/file-sizes.ts'] },
];

const root = dirname(dirname(fileURLToPath(import.meta.url)));
// Tools are started by name from the project itself, also when this file is not started by npm.
const env = { ...process.env, PATH: [join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter) };

interface Ended {
  readonly ok: boolean;
  readonly output: string;
  readonly seconds: number;
}

function perform([program, ...args]: readonly [string, ...string[]]): Promise<Ended> {
  const startedMs = performance.now();
  return new Promise((resolve) => {
    let output = '';
    const end = (ok: boolean) => resolve({ ok, output, seconds: (performance.now() - startedMs) / 1000 });
    const child = spawn(program, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (output += text));
    child.on('error', (error) => {
      output += `${program} could not be started: ${error.message}; run \`npm ci\`.\n`;
      end(false);
    });
    child.on('close', (code) => end(code === 0));
  });
}

const waiting = [...checks];
let failed = 0;

async function work(): Promise<void> {
  for (let check = waiting.shift(); check; check = waiting.shift()) {
    const { ok, output, seconds } = await perform(check.argv);
    const mark = ok ? styleText('green', '✓') : styleText('red', '✗');
    console.log(`${mark} ${check.name} ${styleText('dim', `${seconds.toFixed(1)} s`)}`);
    if (ok) continue;
    failed += 1;
    console.log(
      `${output.trimEnd()}\n${styleText('dim', `again: npx ${check.argv.map((each) => (each === process.execPath ? 'node' : each)).join(' ')}`)}\n`,
    );
  }
}

await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, work));
console.log(failed === 0 ? `All ${checks.length} checks passed.` : `${failed} of ${checks.length} checks failed.`);
process.exitCode = failed === 0 ? 0 : 1;
