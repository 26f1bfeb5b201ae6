import type { ActSettings } from '../../core/events/act-event.ts';
import type { Failure } from '../../core/model/failure.ts';
import type { Json } from '../../core/model/json.ts';
import type { Result } from '../../core/model/result.ts';
import type { Effects } from '../../effects/effects.ts';
import type { Pauses } from '../../ports/pauses.ts';
import type { Session } from '../../ports/sandbox.ts';
import { cellText } from '../cell-text.ts';
import { type CodeCell, cellOf, codeCellOf } from '../code-cell.ts';
import { type RebuildParts, rebuildSession } from '../rebuild-session.ts';
import { interruptedText, lostNote } from '../recorded-output.ts';
import { runCell } from '../run-cell.ts';
import type { Sessions } from '../sessions.ts';
import { type Tool, type ToolEnd, toolFailed } from '../tool.ts';

interface Parts extends RebuildParts {
  readonly sessions: Sessions;
  readonly effects: Effects;
  readonly settings: ActSettings;
  readonly pauses: Pauses;
}

/** Runs code of the model's in a session of its own, or one that keeps its variables. */
export const executeCodeTool = (parts: Parts): Tool => ({
  declaration: {
    name: 'execute_code',
    description:
      'Runs TypeScript in a sandbox whose only way outside is `ctx`. Top-level await; the value of the last expression is the result. mode "stateless" (default): ' +
      'a fresh session; "stateful": variables stay in the session of that name; "read_only": on copies of its variables, with primitives that only read.',
    parameters: {
      type: 'object',
      properties: {
        code: { type: 'string' },
        mode: { enum: ['stateless', 'stateful', 'read_only'] },
        session: { type: 'string', minLength: 1, description: 'name of the stateful session; default "main"' },
      },
      required: ['code'],
      additionalProperties: false,
    },
  },
  async perform(given, { op, requestedAtMs, signal }) {
    const cell = codeCellOf(given as Readonly<Record<string, Json>>, op, requestedAtMs);
    const opened = await sessionFor(parts, cell);
    if (!opened.ok) return toolFailed(opened.failure.message);
    const { session, note } = opened.value;
    try {
      const mayWrite = cell.mode !== 'read_only';
      const run = await runCell(session, cellOf(cell, parts.settings, signal, parts.pauses), (running) =>
        parts.effects.serve(op, running, mayWrite),
      );
      if (run.how !== 'ended') return await brokenOff(parts, cell, run);
      const { outcome } = run.end;
      if (!outcome.ok && !['syntax', 'error'].includes(outcome.failure.kind) && cell.session !== null)
        await parts.sessions.close(cell.session);
      return { output: note + parts.effects.clean(cellText('code', run.end)), isError: !outcome.ok, carriedOut: true };
    } finally {
      if (cell.session === null) await session.close();
    }
  },
});

/** `note`: what the model has to know of the session. */
async function sessionFor(parts: Parts, { session: name, op }: CodeCell): Promise<Result<{ session: Session; note: string }, Failure>> {
  if (name === null) {
    const fresh = await parts.sessions.fresh();
    return fresh.ok ? { ok: true, value: { session: fresh.value, note: '' } } : fresh;
  }
  // One that was closed, or went with its cell, since the act was taken up begins with nothing.
  const isFirst = !parts.sessions.hadOne(name);
  const stateful = await parts.sessions.stateful(name);
  if (!stateful.ok) return stateful;
  const lost = isFirst ? await rebuildSession(parts, name, op, stateful.value) : null;
  if (lost === null) return { ok: true, value: { session: stateful.value, note: '' } };
  await parts.sessions.close(name);
  const again = await parts.sessions.stateful(name);
  if (!again.ok) return again;
  return {
    ok: true,
    value: { session: again.value, note: lostNote(name, lost) },
  };
}

async function brokenOff(
  parts: Parts,
  { session }: CodeCell,
  run: { readonly how: 'differs'; readonly text: string } | { readonly how: 'failed'; readonly failure: Failure },
): Promise<ToolEnd> {
  if (session !== null) await parts.sessions.close(session);
  if (run.how === 'failed') return toolFailed(run.failure.message);
  return { output: interruptedText(run.text), isError: true, carriedOut: true };
}
