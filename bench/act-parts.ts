import type { Result } from '../src/core/model/result.ts';

/** The value, or its failure thrown: nothing here may fail. */
export function valueOf<T>(result: Result<T, { readonly message: string }>): T {
  if (!result.ok) throw new Error(result.failure.message);
  return result.value;
}

/** The sandbox of the built package: from the sources its child would load forty files, and strip each of its types. */
export async function builtSandbox(): Promise<typeof import('../src/adapters/sandbox/process/process-sandbox.ts').processSandbox> {
  const built = await builtModule('adapters/sandbox/process/process-sandbox.js');
  return (built as typeof import('../src/adapters/sandbox/process/process-sandbox.ts')).processSandbox;
}

/** What the built package exports. */
const builtPackage = async (): Promise<typeof import('../src/index.ts')> =>
  (await builtModule('index.js')) as typeof import('../src/index.ts');

const builtModule = (path: string): Promise<unknown> => import(new URL(`../dist/${path}`, import.meta.url).href);

type Turns = Exclude<import('../src/index.ts').ActOptions['script'], string | undefined>;

/** An act with a scripted model; gives when each of these events came, by performance.now(). */
export async function timedAct(
  script: Turns,
  { cwd, weak, effect }: { readonly cwd: string; readonly weak: boolean; readonly effect: ActOf },
  types: readonly string[],
): Promise<readonly number[]> {
  const { act, definePrimitive } = await builtPackage();
  const nothing = definePrimitive({ name: 'nothing', description: 'Nothing.', arguments: { type: 'array' }, effect, perform: () => null });
  const times: number[] = [];
  const handle = act('bench', {
    cwd,
    script,
    primitives: [nothing],
    sandbox: weak ? 'weak' : 'strict',
    limits: { turns: 1000 },
    onEvent({ event }) {
      if (types.includes(event.type)) times.push(performance.now());
    },
  });
  await handle.result();
  return times;
}

/** The class of the primitive `ctx.nothing`. */
export type ActOf = 'pure' | 'read' | 'write';
