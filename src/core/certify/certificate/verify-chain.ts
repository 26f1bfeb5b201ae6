import { fail, ok, type Result } from '../../model/result.ts';
import type { SealedCertificate } from './certificate.ts';
import type { CertificateFault } from './certificate-fault.ts';
import { unsealed } from './seal.ts';

/** Where a chain does not hold. */
export interface ChainFault extends CertificateFault {
  /** Which certificate, from 1. */
  readonly at: number;
}

/**
 * Whether these certificates, oldest first, are all that were issued: each is as it was sealed and names the digest of the one before. `head`: the digest
 * of the newest as it is recorded elsewhere, without which nobody can tell that the newest are missing; null = it is not known, or there are none. Gives the first fault.
 */
export function verifyChain(texts: readonly string[], head: string | null): Result<readonly SealedCertificate[], ChainFault> {
  const chain: SealedCertificate[] = [];
  for (const [index, text] of texts.entries()) {
    const read = unsealed(text);
    if (!read.ok) return fail({ ...read.failure, at: index + 1 });
    const before = chain.at(-1)?.digest ?? null;
    const { previous } = read.value.certificate;
    if (previous !== before) return fail({ code: 'broken_chain', at: index + 1, message: linkText(previous, before) });
    chain.push(read.value);
  }
  const newest = chain.at(-1)?.digest ?? null;
  if (head !== null && newest !== head)
    return fail({
      code: 'broken_chain',
      at: chain.length,
      message: `The newest certificate is missing: its digest is recorded as ${head}.`,
    });
  return ok(chain);
}

const linkText = (previous: string | null, before: string | null): string =>
  `The chain is broken: this certificate follows ${previous ?? 'none'}, and the one before it is ${before ?? 'none'}. One was removed, added or moved.`;
