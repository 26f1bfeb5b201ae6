import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CertifiedTask } from '../../src/app/certifying/certified-task.ts';
import type { Cassette, RecordedCall } from '../../src/core/certify/cassette.ts';
import type { Contract } from '../../src/core/certify/gate/contract.ts';
import type { Json } from '../../src/core/model/json.ts';

/** A program that is to be promoted or refused. The label is for the table alone. */
export interface Labelled {
  readonly file: string;
  readonly code: string;
  readonly class: string;
  readonly isFaulty: boolean;
}

export interface CorpusTask {
  readonly name: string;
  readonly task: CertifiedTask;
  /** The program that stands for the agent: it is run when it is asked, and never read. */
  readonly agent: string;
  readonly variants: readonly Labelled[];
}

/** What the functions of the corpus may call. */
const primitives = [
  'http.get',
  'http.post',
  'fs.read',
  'fs.write',
  'sh',
  'db.query',
  'mail.send',
  'clock.now',
  'random',
  'secret',
  'model.ask',
];

interface ContractFile {
  readonly equivalence: Contract['equivalence'];
  readonly effects: { readonly order: Contract['order'] };
  readonly postconditions: Contract['postconditions'];
  readonly metamorphic: Contract['relations'];
}

interface CassetteFile {
  readonly id: string;
  readonly input: Json;
  readonly calls: readonly (Omit<RecordedCall, 'answer'> & { readonly result?: Json; readonly error?: string })[];
  readonly outcome: Cassette['outcome'];
}

interface VariantLine {
  readonly file: string;
  readonly class: string;
  readonly expected: 'refuse' | 'accept';
}

/** Reads the tasks of a folder, or of `open/certification` or `certification` in it. */
export function readTasks(folder: string): readonly CorpusTask[] {
  const root = [join(folder, 'open', 'certification'), join(folder, 'certification'), folder].find(existsSync) ?? folder;
  return readdirSync(root)
    .filter((name) => existsSync(join(root, name, 'contract.json')))
    .sort()
    .map((name) => readTask(join(root, name), name));
}

function readTask(folder: string, name: string): CorpusTask {
  const { equivalence, effects, postconditions, metamorphic } = json<ContractFile>(join(folder, 'contract.json'));
  const recordings = join(folder, 'cassettes');
  return {
    name,
    task: {
      schema: json<Json>(join(folder, 'input.schema.json')),
      contract: { equivalence, order: effects.order, postconditions, relations: metamorphic },
      cassettes: readdirSync(recordings)
        .sort()
        .map((file) => cassetteOf(json<CassetteFile>(join(recordings, file)))),
      primitives,
      constants: [],
    },
    agent: readFileSync(join(folder, 'reference.ts'), 'utf8'),
    variants: json<readonly VariantLine[]>(join(folder, 'variants.json')).map((line) => ({
      file: line.file,
      class: line.class,
      isFaulty: line.expected === 'refuse',
      code: readFileSync(join(folder, line.file), 'utf8'),
    })),
  };
}

const cassetteOf = ({ id, input, calls, outcome }: CassetteFile): Cassette => ({
  id,
  input,
  outcome,
  calls: calls.map(({ seq, primitive, args, class: effect, result, error }) => ({
    seq,
    primitive,
    args,
    class: effect,
    answer: error === undefined ? { ok: true, value: result ?? null } : { ok: false, error },
  })),
});

const json = <T>(file: string): T => JSON.parse(readFileSync(file, 'utf8')) as T;
