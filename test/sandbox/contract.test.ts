import { afterAll, describe, expect, test } from 'vitest';
import { processSandbox } from '../../src/adapters/sandbox/process/process-sandbox.ts';
import { sandboxContract } from '../../src/testing/sandbox-contract.ts';

describe('inside bubblewrap', () => {
  const sandbox = processSandbox();
  afterAll(() => sandbox.close());
  sandboxContract({ test, expect }, () => sandbox);
});

describe('weak: without bubblewrap', () => {
  const sandbox = processSandbox({ weak: true, bubblewrap: null });
  afterAll(() => sandbox.close());
  sandboxContract({ test, expect }, () => sandbox);
});
