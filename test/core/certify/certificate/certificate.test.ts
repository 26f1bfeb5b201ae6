import fc from 'fast-check';
import { expect, test } from 'vitest';
import { needsSignature } from '../../../../src/core/certify/certificate/approval.ts';
import type { Certificate } from '../../../../src/core/certify/certificate/certificate.ts';
import { sealed, sealedText, unsealed } from '../../../../src/core/certify/certificate/seal.ts';
import { changedParts, type Subject, subjectDigest, subjectParts } from '../../../../src/core/certify/certificate/subject.ts';
import { verifyCertificate } from '../../../../src/core/certify/certificate/verify-certificate.ts';
import { verifyChain } from '../../../../src/core/certify/certificate/verify-chain.ts';
import { canonicalText } from '../../../../src/core/model/canonical-json.ts';
import { digestOf } from '../../../../src/core/model/digest.ts';
import type { Json } from '../../../../src/core/model/json.ts';
import { certificate, subject } from './example.ts';

const text = sealedText(sealed(certificate));
const expected = { subject, machine: 'm-1', digest: sealed(certificate).digest };
const codes = (given: string, against: Parameters<typeof verifyCertificate>[1] = expected): string[] => {
  const verified = verifyCertificate(given, against);
  return verified.ok ? [] : verified.failure.map(({ code }) => code);
};
const resealed = (change: Partial<Certificate> | { readonly [key: string]: Json }): string =>
  sealedText(sealed({ ...certificate, ...change } as Certificate));

test('a certificate comes back from its text as it was sealed, by the digest of what it says', () => {
  expect(unsealed(text)).toEqual({ ok: true, value: { certificate: JSON.parse(canonicalText(certificate)), digest: expected.digest } });
  expect(expected.digest).toBe(digestOf(canonicalText(certificate)));
  for (const digest of [null, expected.digest]) expect(codes(text, { ...expected, digest })).toEqual([]);
});

test('a change of any byte to any other fails, wherever it is', { timeout: 60_000 }, () => {
  const bytes = new TextEncoder().encode(text);
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const changed = (at: number, flip: number): string => {
    const copy = bytes.slice();
    copy[at] = (copy[at] as number) ^ flip;
    return decoder.decode(copy);
  };
  // Every byte by one bit, then any byte by any bits; a file that nothing is recorded of, too.
  for (let at = 0; at < bytes.length; at++) {
    const given = changed(at, 1 << (at % 8));
    expect(codes(given, { ...expected, digest: at % 2 ? expected.digest : null }), `byte ${at}`).not.toEqual([]);
  }
  fc.assert(
    fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (at, flip) => {
      expect(codes(changed(at, flip))).not.toEqual([]);
    }),
    { numRuns: 120 },
  );
});

test('so does a byte more or less', () => {
  fc.assert(
    fc.property(fc.nat(text.length), fc.constantFrom(' ', '\n', '0', '"', '﻿', ','), (at, more) => {
      expect(codes(text.slice(0, at) + more + text.slice(at))).not.toEqual([]);
      expect(codes(text.slice(0, at) + text.slice(at + 1))).toEqual(at === text.length ? [] : [expect.any(String)]);
    }),
    { numRuns: 60 },
  );
  const { digest } = expected;
  expect(codes(canonicalText({ certificate, digest, more: 1 }))).toEqual(['altered']);
});

test.each<[string, string]>([
  ['', 'not_a_certificate'],
  ['null', 'not_a_certificate'],
  ['[1]', 'not_a_certificate'],
  ['{}', 'not_a_certificate'],
  ['{"certificate":[],"digest":"x"}', 'not_a_certificate'],
  [canonicalText({ certificate: {}, digest: digestOf('{}') }), 'other_form'],
  [canonicalText({ certificate: { form: 2 }, digest: digestOf('{"form":2}') }), 'other_form'],
  [canonicalText({ certificate: { form: 1 }, digest: digestOf('{"form":1}') }), 'not_a_certificate'],
  [canonicalText({ certificate: { form: 1 }, digest: 7 }), 'altered'],
  ['{"certificate":{"form":1,"a":"\\ud800"},"digest":"x"}', 'altered'],
])('%s is refused, not thrown at: %s', (given, code) => {
  expect(codes(given, { ...expected, digest: null })).toEqual([code]);
});

test('what the world writes is judged, whatever it is', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.jsonValue().map((value) => JSON.stringify(value)),
        fc.jsonValue().map((value) => canonicalText({ certificate: { form: 1, ...(value as object) }, digest: 'x' })),
      ),
      (given) => {
        expect(codes(given)).toHaveLength(1);
      },
    ),
  );
});

test.each<[string, { readonly [key: string]: Json }]>([
  ['a field gone', { subject: { ...JSON.parse(canonicalText(subject)), task: undefined as unknown as Json } }],
  ['a field more', { more: 1 }],
  ['a rule that there is not', { trial: { ...JSON.parse(canonicalText(certificate.trial)), rule: 'luck' } }],
  ['a shape that is none', { envelope: { runs: 1, input: { seen: 1, kinds: ['stone'] }, reads: [], hosts: [] } }],
  [
    'a shape further in that is none',
    {
      envelope: {
        runs: 1,
        input: { seen: 1, kinds: ['list'], lists: { seen: 1, shortest: 1, longest: 1, items: { seen: '1' } } },
        reads: [],
        hosts: [],
      },
    },
  ],
])('one that was sealed with %s is no certificate, unless it is the one that is recorded', (_, change) => {
  const given = resealed(change);
  expect(codes(given, { ...expected, digest: null })).toEqual(['not_a_certificate']);
});

const otherParts: { readonly [part in (typeof subjectParts)[number]]: Partial<Subject> } = {
  task: { task: 't-2' },
  function: { function: { ...subject.function, codeDigest: '0'.repeat(64) } },
  closure: { closure: { ...subject.closure, functions: [] } },
  environments: { environments: [] },
  runtime: { runtime: { ...subject.runtime, pawl: '0.2.0' } },
  contractDigest: { contractDigest: '0'.repeat(64) },
};

test.each(subjectParts)('another %s voids it', (part) => {
  const other = { ...subject, ...otherParts[part] };
  expect(changedParts(subject, other)).toEqual([part]);
  expect(subjectDigest(other)).not.toBe(subjectDigest(subject));
  expect(codes(text, { ...expected, subject: other })).toEqual(['other_subject']);
});

test('any leaf of the subject that is another one voids it', () => {
  const leaves = (value: unknown, path: readonly string[] = []): string[][] =>
    typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([key, inner]) => leaves(inner, [...path, key]))
      : [[...path]];
  for (const path of leaves(subject)) {
    const other = structuredClone(subject) as unknown as Record<string, unknown>;
    let at = other;
    for (const key of path.slice(0, -1)) at = at[key] as Record<string, unknown>;
    const leaf = path.at(-1) as string;
    at[leaf] = typeof at[leaf] === 'number' ? (at[leaf] as number) + 1 : `${at[leaf]}x`;
    expect(codes(text, { ...expected, subject: other as unknown as Subject }), path.join('.')).toEqual(['other_subject']);
  }
});

const messages = (given: string, against: Parameters<typeof verifyCertificate>[1]): string[] => {
  const verified = verifyCertificate(given, against);
  return verified.ok ? [] : verified.failure.map(({ message }) => message);
};

test('another machine, another version and another certificate are refused in words, all at once', () => {
  const elsewhere = { machine: 'm-2', digest: '1'.repeat(64), subject: { ...subject, ...otherParts.task, ...otherParts.runtime } };
  expect(messages(text, elsewhere)).toEqual([
    `This is not the certificate that was recorded (${'1'.repeat(64)}); it has the digest ${expected.digest}.`,
    'The certificate is for something else: the task, what runs it (Pawl 0.1.0, Node 26.10.0, linux-x64, now Pawl 0.2.0, Node 26.10.0, linux-x64) changed since. Certify the task again.',
    'The certificate was issued on the machine m-1; what was shown there was not shown here (m-2). Certify the task on this machine.',
  ]);
  expect(messages(resealed({ form: 2 }), expected)).toEqual([
    'The certificate has form 2, written by another version of Pawl; this one reads form 1. Certify the task again with this version.',
  ]);
});

test.each([
  ['irreversible', 'unsafe_effectful', true],
  ['irreversible', 'read_only', true],
  ['write', 'unsafe_effectful', true],
  ['write', 'idempotent_effectful', false],
  ['read', 'read_only', false],
] as const)('what is %s and %s needs a signature of this very subject: %s', (effectClass, risk, needs) => {
  expect(needsSignature({ effectClass, risk })).toBe(needs);
  const given = (approvals: Certificate['approvals']) => codes(resealed({ effectClass, risk, approvals }), { ...expected, digest: null });
  expect(given([])).toEqual(needs ? ['not_signed'] : []);
  expect(given([{ by: 'ada', subject: '0'.repeat(64), atMs: 1 }])).toEqual(needs ? ['not_signed'] : []);
  expect(given(certificate.approvals)).toEqual([]);
});

/** So many certificates, each after the one before. */
function chainOf(length: number): string[] {
  const chain: string[] = [];
  let previous: string | null = null;
  for (let at = 0; at < length; at++) {
    const next = sealed({ ...certificate, issuedAtMs: at, previous });
    chain.push(sealedText(next));
    previous = next.digest;
  }
  return chain;
}
const digestIn = (one: string | undefined): string | null => (one === undefined ? null : (JSON.parse(one) as { digest: string }).digest);

test('a chain holds as it was issued, and in no other order, with none added, altered or missing', () => {
  const chain = chainOf(4);
  const head = digestIn(chain.at(-1));
  expect(verifyChain(chain, head)).toMatchObject({ ok: true, value: { length: 4 } });
  expect(verifyChain(chain, null).ok).toBe(true);
  expect(verifyChain([], null)).toEqual({ ok: true, value: [] });
  const at = (texts: readonly string[], newest: string | null = head) => {
    const verified = verifyChain(texts, newest);
    return verified.ok ? null : [verified.failure.code, verified.failure.at];
  };
  expect(at(chain.slice(0, 3))).toEqual(['broken_chain', 3]);
  expect(at([])).toEqual(['broken_chain', 0]);
  expect(at(chain.slice(1))).toEqual(['broken_chain', 1]);
  expect(at(chain.toSpliced(1, 1))).toEqual(['broken_chain', 2]);
  expect(at(chain.toSpliced(2, 0, text))).toEqual(['broken_chain', 3]);
  expect(at([chain[0], chain[2], chain[1], chain[3]] as string[])).toEqual(['broken_chain', 2]);
  expect(at(chain.with(2, (chain[2] as string).replace('m-1', 'm-2')))).toEqual(['altered', 3]);
  expect(verifyChain(chain.slice(1), head)).toMatchObject({
    failure: {
      message: `The chain is broken: this certificate follows ${digestIn(chain[0])}, and the one before it is none. One was removed, added or moved.`,
    },
  });
});
