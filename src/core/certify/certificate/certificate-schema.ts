import { type SchemaCheck, schemaCheck } from '../../effects/schema-check.ts';
import { effectClasses } from '../../model/effect-class.ts';
import type { Json } from '../../model/json.ts';
import { kinds, textForms } from '../envelope/shape.ts';
import { risks } from '../evidence/risk.ts';
import { comparisons } from '../trial/comparison.ts';
import { certificateForm } from './certificate.ts';

type Fields = { readonly [name: string]: Json };

const text: Json = { type: 'string' };
const number: Json = { type: 'number' };
const count: Json = { type: 'integer', minimum: 0 };
const digest: Json = { type: 'string', pattern: '^[0-9a-f]{64}$' };
const boolean: Json = { type: 'boolean' };
const oneOf = (values: readonly string[]): Json => ({ enum: values });
const listOf = (items: Json): Json => ({ type: 'array', items });
const shape: Json = { $ref: '#/$defs/shape' };

/** An object of exactly these fields; those of `may` need not be there. */
const fields = (must: Fields, may: Fields = {}): Json => ({
  type: 'object',
  properties: { ...must, ...may },
  required: Object.keys(must),
  additionalProperties: false,
});

const shapeSchema = fields(
  { seen: count, kinds: listOf(oneOf(kinds)) },
  {
    numbers: fields(
      { seen: count, lowest: number, highest: number, least: { type: ['number', 'null'] }, isWhole: boolean, isVaried: boolean },
      { values: listOf(number) },
    ),
    texts: fields({ seen: count, shortest: count, longest: count }, { values: listOf(text), form: oneOf(textForms), json: shape }),
    lists: fields({ seen: count, shortest: count, longest: count }, { items: shape }),
    objects: fields({ seen: count, members: { type: 'object', additionalProperties: fields({ present: count, shape }) } }, { map: shape }),
  },
);

const subjectSchema = fields({
  task: text,
  function: fields({ id: text, name: text, version: count, codeDigest: text }),
  closure: fields({ digest: text, functions: listOf(fields({ name: text, codeDigest: text })) }),
  environments: listOf(fields({ name: text, version: count, lockDigest: text })),
  runtime: fields({ pawl: text, node: text, platform: text }),
  contractDigest: text,
});

const trialSchema = fields({
  rule: oneOf(['sequential_test', 'clean_reader', 'none']),
  attempt: { type: 'integer', minimum: 1 },
  alpha: number,
  steps: listOf(fields({ occurrence: text, comparison: oneOf(comparisons), logRatio: number })),
  bound: fields({ confidence: number, rate: number }),
});

const envelopeSchema = fields({
  runs: count,
  input: shape,
  reads: listOf(fields({ primitive: text, site: listOf(text), answers: shape, failures: listOf(text) })),
  hosts: listOf(text),
});

const certificateSchema = fields({
  form: { const: certificateForm },
  subject: subjectSchema,
  effectClass: oneOf(effectClasses),
  risk: oneOf(risks),
  isModelFree: boolean,
  gates: listOf(fields({ gate: text, cases: listOf(text), inconclusive: count })),
  mutants: fields({ killed: count, of: count }),
  coverage: fields({ fields: number, branches: number }),
  trial: trialSchema,
  canaries: listOf(text),
  envelope: envelopeSchema,
  approvals: listOf(fields({ by: text, subject: digest, atMs: number })),
  machine: text,
  submittedAtMs: number,
  issuedAtMs: number,
  previous: { anyOf: [digest, { type: 'null' }] },
});

/** What is wrong with the form of a sealed certificate; the compiler does not see that this and the types say the same, a test does. */
export const sealedFormFaults: SchemaCheck = schemaCheck(
  { ...(fields({ certificate: certificateSchema, digest }) as Fields), $defs: { shape: shapeSchema } },
  'it',
);
