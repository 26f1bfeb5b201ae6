import { type Refusal, refusalOf } from '../../core/model/refusal.ts';
import { fail, ok, type Result } from '../../core/model/result.ts';
import type { Sandbox } from '../../ports/sandbox.ts';

/**
 * Whether code can run here at all, before a model is paid for writing it: refused where a layer is missing and `weak` was not said. Where it
 * was, gives what is open, to be told.
 */
export async function keptIn(sandbox: Sandbox, weak: boolean, memoryBytes: number): Promise<Result<readonly string[], Refusal>> {
  if (weak) {
    const missing = (await sandbox.layers()).filter(({ present }) => !present);
    return ok(missing.map(({ name, note }) => `the sandbox is weak: no ${name}: ${note}`));
  }
  const opened = await sandbox.open({ primitives: [], memoryBytes, packages: null });
  if (!opened.ok) return fail(refusalOf('run/no-sandbox', opened.failure));
  await opened.value.close();
  return ok([]);
}
