import { listed } from '../../../core/model/shown-text.ts';
import type { Programs } from '../../../ports/programs.ts';
import type { Answer, Call, Runner } from '../../../ports/runner.ts';
import { type Change, isTellable } from './change.ts';
import { promptDigest } from './prompt-digest.ts';
import type { RecordingFile } from './recording-file.ts';
import { changesSince, type Mark, markOf, type WorkTree, workTreeOf } from './work-tree.ts';

/** A runner whose every answer is written down, with what it changed in the work tree, before it is given. */
export function recordingRunner(runner: Runner, file: RecordingFile, programs: Programs): Runner {
  const calls = new Map<string, number>();
  return {
    ...runner,
    start(call) {
      const key = `${call.iteration} ${call.step}`;
      const attempt = (calls.get(key) ?? 0) + 1;
      calls.set(key, attempt);
      const begun = lookAt(runner, call, programs).then((before) => ({ before, answering: runner.start(call) }));
      return {
        activity: activityOf(begun),
        answer: begun.then(({ before, answering }) => recorded(call, attempt, before, answering.answer)),
      };
    },
  };

  async function recorded(call: Call, attempt: number, before: Before, answering: Promise<Answer>): Promise<Answer> {
    const answer = await answering;
    const { reply, usage, warnings } = answer;
    // Nobody would want a replay to be cancelled where the recorded run was.
    if (!reply.ok && reply.failure.kind === 'cancelled') return answer;
    const after = await changesAfter(before, call, programs);
    const { changes, untold } = tellable(after.changes, file.redact);
    const { step, iteration, model } = call;
    const added = await file.add({ step, iteration, attempt, prompt: promptDigest(call), model, reply, usage, warnings, changes });
    const said = [
      ...(untold === null ? [] : [untold]),
      ...(added ? after.warnings : ['the recording could not be written any further: it ends before this reply']),
    ];
    return said.length === 0 ? answer : { ...answer, warnings: [...warnings, ...said] };
  }
}

/** A path with a secret in it cannot stand in a file, and a mark in its place would make a replay write another path. */
function tellable(
  changes: readonly Change[] | null,
  redact: (text: string) => string,
): { readonly changes: readonly Change[] | null; readonly untold: string | null } {
  const left = changes?.filter((change) => !isTellable(change, redact)) ?? [];
  if (changes === null || left.length === 0) return { changes, untold: null };
  const paths = listed(left.map(({ path }) => redact(path.toString())));
  return {
    changes: changes.filter((change) => !left.includes(change)),
    untold: `a secret is in the path of what this call changed, so the recording leaves it out and a replay does not change it: ${paths}`,
  };
}

/** What the work tree was like before a call; null for an agent that changes nothing; or why that is not known. */
type Before = { readonly tree: WorkTree; readonly mark: Mark } | { readonly trouble: string } | null;

async function lookAt(runner: Runner, { cwd, env }: Call, programs: Programs): Promise<Before> {
  if (!runner.edits) return null;
  try {
    const tree = await workTreeOf({ cwd, env }, programs);
    return { tree, mark: await markOf(tree, env, programs) };
  } catch (error) {
    return { trouble: (error as Error).message };
  }
}

async function changesAfter(before: Before, { env }: Call, programs: Programs): Promise<{ changes: Change[] | null; warnings: string[] }> {
  if (before === null) return { changes: [], warnings: [] };
  const untold = (why: string) => ({
    changes: null,
    warnings: [`what this call changed could not be recorded, so it cannot be replayed: ${why}`],
  });
  if ('trouble' in before) return untold(before.trouble);
  try {
    return { changes: await changesSince(before.mark, before.tree, env, programs), warnings: [] };
  } catch (error) {
    return untold((error as Error).message);
  }
}

async function* activityOf(begun: Promise<{ readonly answering: ReturnType<Runner['start']> }>): AsyncGenerator<string> {
  yield* (await begun).answering.activity;
}
