import type { Certificate } from '../../../../src/core/certify/certificate/certificate.ts';
import { type Subject, subjectDigest } from '../../../../src/core/certify/certificate/subject.ts';
import { learnEnvelope } from '../../../../src/core/certify/envelope/learn-envelope.ts';
import { traceOf } from '../../../../src/core/certify/trial/trial-trace.ts';
import { call, failed, run, runs } from '../envelope/runs.ts';

const code = 'c'.repeat(64);

export const subject: Subject = {
  task: 't-1',
  function: { id: 'f-1', name: 'weekly_report', version: 2, codeDigest: code },
  closure: {
    digest: 'd'.repeat(64),
    functions: [
      { name: 'weekly_report', codeDigest: code },
      { name: 'rows_of', codeDigest: code },
    ],
  },
  environments: [{ name: 'charts', version: 1, lockDigest: 'e'.repeat(64) }],
  runtime: { pawl: '0.1.0', node: '26.10.0', platform: 'linux-x64' },
  contractDigest: 'f'.repeat(64),
};

/** Learned from runs in which every kind of value comes. */
const envelope = learnEnvelope([
  ...runs(5, (at) =>
    run({ day: `2026-12-0${at}`, kind: 'short', limits: [at], note: null, loud: true, äö: '☂' }, [
      call('http.get', ['https://api.test/rows'], { status: 200, body: [{ id: at, text: '{"a":1}' }] }),
    ]),
  ),
  run({ day: '2026-12-06' }, [failed('http.get', ['https://api.test/rows'], 'TIMEOUT: 5 s'), call('map', [], { a: 1 })]),
  run({ day: '2026-12-07' }, [call('map', [], { b: 1, c: 2, d: 3 }), call('map', [], { e: 0.5, f: 2 })]),
]);

export const certificate: Certificate = {
  form: 1,
  subject,
  effectClass: 'irreversible',
  risk: 'unsafe_effectful',
  isModelFree: true,
  gates: [{ gate: 'G1', cases: ['r1', 'r2'], inconclusive: 0 }],
  mutants: { killed: 41, of: 48 },
  coverage: { fields: 0.9, branches: 0.85 },
  trial: traceOf([{ occurrence: 'due:1', comparison: 'agrees' }], 1, 'sequential_test'),
  canaries: ['due:2'],
  envelope,
  approvals: [{ by: 'ada', subject: subjectDigest(subject), atMs: 1_790_000_000_000 }],
  machine: 'm-1',
  submittedAtMs: 1_789_000_000_000,
  issuedAtMs: 1_790_000_000_001,
  previous: null,
};
