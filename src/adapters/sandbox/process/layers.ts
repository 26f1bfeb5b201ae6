import type { Sandbox, SandboxLayer } from '../../../ports/sandbox.ts';
import { memoryLimitMissing } from './memory-limit.ts';
import { beyondNamespaces, beyondPermissions, type Probe, withNamespaces, withPermissions } from './probe.ts';
import { noBubblewrap, noNamespaces } from './worker-launch.ts';

const mebibyte = 1024 * 1024;

/** Array buffers, which no limit of V8 counts: four times of what the session may have. */
const bomb = 'const kept = []; for (let count = 0; count < 256; count++) kept.push(new Uint8Array(1 << 20).fill(1)); "held"';

/**
 * All layers, each tried: what it must stop is attempted behind it alone.
 *
 * @param bare a sandbox that opens sessions whatever is missing; it is closed here.
 */
export async function triedLayers(bubblewrap: string | null, bare: Sandbox): Promise<readonly SandboxLayer[]> {
  const [permissions, namespaces, opened] = await Promise.all([
    withPermissions(beyondPermissions),
    bubblewrap === null ? null : withNamespaces(bubblewrap, beyondNamespaces(process.pid)),
    bombed(bare),
  ]);
  await bare.close();
  return [
    {
      name: 'process',
      present: opened !== 'not started',
      note:
        opened === 'not started'
          ? `${open.process}: the child process could not be started`
          : `a child process of this Node ${process.version}, with no environment, that is killed with its group`,
    },
    layer('permissions', permissions, 'node --permission: no files, no programs, no threads', 'use Node 24 or newer'),
    namespaces === null
      ? { name: 'namespaces', present: false, note: `${open.namespaces}: ${noBubblewrap}` }
      : layer('namespaces', namespaces, 'bubblewrap: users, processes, network, files of its own', noNamespaces),
    memoryLayer(opened),
  ];
}

function layer(name: SandboxLayer['name'], probe: Probe, note: string, otherwise: string): SandboxLayer {
  if (probe.ok && probe.found.length === 0) return { name, present: true, note };
  return { name, present: false, note: `${open[name]}: ${probe.ok ? `code ${probe.found.join(', ')}` : probe.why}; ${otherwise}` };
}

function memoryLayer(opened: Bombed): SandboxLayer {
  const missing = memoryLimitMissing();
  const present = missing === null && opened === 'stopped';
  const note = present
    ? 'RLIMIT_DATA set by prlimit: heap, array buffers and all else'
    : `${open.memory}: ${missing ?? 'a limit was set and did not hold'}`;
  return { name: 'memory', present, note };
}

/** What is open where a layer is missing. */
const open: Readonly<Record<SandboxLayer['name'], string>> = {
  process: 'no code can be run',
  permissions: 'code that finds a way out of its realm can read files and start programs, as far as the other layers let it',
  namespaces: 'code that finds a way out of its realm can signal the processes of this user, and before Node 26 use the network',
  memory: 'code can take all memory of this machine, in array buffers',
};

type Bombed = 'stopped' | 'held' | 'not started';

async function bombed(sandbox: Sandbox): Promise<Bombed> {
  const opened = await sandbox.open({ primitives: [], memoryBytes: 64 * mebibyte, packages: null });
  if (!opened.ok) return 'not started';
  const { end } = opened.value.run({
    code: bomb,
    mode: 'keep',
    nowMs: 0,
    seed: '',
    timeoutMs: 20_000,
    signal: new AbortController().signal,
  });
  const { outcome } = await end;
  return !outcome.ok && outcome.failure.kind === 'memory' ? 'stopped' : 'held';
}
