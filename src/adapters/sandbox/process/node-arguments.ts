import type { Bound } from './bubblewrap-arguments.ts';

const mebibyte = 1024 * 1024;

/**
 * Flags of the child's Node. The heap limit alone would not hold (array buffers are no part of the heap), but with it V8 collects
 * before the process limit is met, and says in words that memory was what there was too little of.
 */
export function nodeFlags(readable: readonly Bound[], memoryBytes: number): string[] {
  // Less than the whole: what V8 is refused by the system it takes for the end, without collecting first.
  const heap = Math.max(16, Math.floor((memoryBytes / mebibyte) * 0.875));
  return [
    '--permission',
    ...[...new Set(readable.flatMap(({ path, real }) => [path, `${path}/*`, real, `${real}/*`]))].map((path) => `--allow-fs-read=${path}`),
    // A linked `node_modules`, as in a second work tree: to follow the link Node would have to look at it, which no flag allows.
    ...(readable.some(({ path, real }) => path !== real) ? ['--preserve-symlinks'] : []),
    '--no-warnings',
    '--no-addons',
    '--disable-sigusr1',
    // Each of its threads would count with the 8 MiB that its stack may grow to.
    '--v8-pool-size=1',
    `--max-old-space-size=${heap}`,
    `--max-semi-space-size=${Math.min(16, Math.max(1, 2 ** Math.floor(Math.log2(heap / 16))))}`,
  ];
}
