import { processSandbox } from '../../adapters/sandbox/process/process-sandbox.ts';
import type { SandboxLayer } from '../../ports/sandbox.ts';
import { chooseModel } from '../agents/choose-model.ts';
import { readConfiguration } from '../workflows/configuration-file.ts';
import { type Finding, troubleOf } from './finding.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** What there is for acts: whom they would ask, and what keeps their code in. Nobody is asked. */
export async function actFindings(root: string, env: Environment): Promise<Finding[]> {
  const [model, layers] = await Promise.all([modelFindings(root, env), layersHere()]);
  return [...model, ...layers.map(layerFinding)];
}

async function modelFindings(root: string, env: Environment): Promise<Finding[]> {
  const read = await readConfiguration(root);
  // What is wrong with the file is a finding of its own.
  if (!read.ok) return [];
  const model = await chooseModel(null, { env, configuration: read.value.configuration, script: null });
  if (!model.ok) return [troubleOf('model', 'poor', model.failure)];
  return [{ what: 'model', state: 'good', found: `acts ask ${model.value.label}; nothing was asked of it now` }];
}

async function layersHere(): Promise<readonly SandboxLayer[]> {
  const sandbox = processSandbox({ keepWarm: false });
  try {
    return await sandbox.layers();
  } finally {
    await sandbox.close();
  }
}

const layerFinding = ({ name, present, note }: SandboxLayer): Finding =>
  present
    ? { what: 'sandbox', state: 'good', found: `${name}: ${note}` }
    : {
        what: 'sandbox',
        state: 'poor',
        found: `no ${name}: ${note}`,
        hint: `${remedies[name]}; until then acts are refused without --sandbox weak`,
      };

const remedies: Readonly<Record<SandboxLayer['name'], string>> = {
  process: 'see that this Node can start itself',
  permissions: 'use Node 24 or newer',
  namespaces: process.platform === 'linux' ? 'apt-get install bubblewrap (or as your system does)' : 'run Pawl on Linux, with bubblewrap',
  memory: 'install util-linux, which has the program prlimit',
};
