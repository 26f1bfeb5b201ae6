import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A fresh empty folder (its real path) that goes when the test has finished. Call it inside a test. */
export function scratchFolder(): string {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'pawl-test-')));
  onTestFinished(() => rmSync(path, { recursive: true, force: true, maxRetries: 3 }));
  return path;
}
