import { realpath } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { type Refusal, refusalOf } from '../../core/model/refusal.ts';
import { fail, ok, type Result } from '../../core/model/result.ts';
import type { Workflow } from '../../core/workflow/workflow.ts';
import type { Programs } from '../../ports/programs.ts';
import type { Runner } from '../../ports/runner.ts';
import type { WorkspaceReport } from '../../ports/workspace.ts';
import { childEnvironment } from '../surroundings/child-environment.ts';

interface RecordRequest {
  readonly record: string | null;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** What is written down of every text of a recording. */
  readonly redact: (text: string) => string;
}

interface RecordParts {
  readonly runner: Runner | null;
  readonly workflow: Workflow;
  readonly report: WorkspaceReport;
  readonly programs: Programs;
}

/** The runner, with every reply of it written to the file that a person named; as it is where none was. */
export async function recorded({ record, cwd, env, redact }: RecordRequest, parts: RecordParts): Promise<Result<Runner | null, Refusal>> {
  const { runner, workflow, report, programs } = parts;
  if (record === null || runner === null) return ok(runner);
  const path = resolve(cwd, record);
  if (await isInTheWay(path, report, childEnvironment(env), programs)) {
    return fail({
      code: 'run/invalid-recording',
      message: `${record} lies in the work tree, where it would be put back with what is undone, and committed with what is kept`,
      hint: `give a path outside, such as --record ../${basename(record)}, or one that git ignores`,
    });
  }
  const { createRecording } = await import('../../adapters/runner/recorded/recording-file.ts');
  const { recordingRunner } = await import('../../adapters/runner/recorded/recording-runner.ts');
  const file = await createRecording(path, { workflow: workflow.name, agent: runner.label, edits: runner.edits }, redact);
  return file.ok ? ok(recordingRunner(runner, file.value, programs)) : fail(refusalOf('run/invalid-recording', file.failure));
}

/** Whether a file there would be a part of the work that a run keeps and undoes. */
async function isInTheWay(path: string, { facts }: WorkspaceReport, env: Record<string, string>, programs: Programs): Promise<boolean> {
  if (facts.kind !== 'git') return false;
  const folder = await realpath(dirname(path)).catch(() => dirname(path));
  const within = relative(facts.root, join(folder, basename(path)));
  if (within === '..' || within.startsWith('../')) return false;
  const asked = await programs.run({ argv: ['git', 'check-ignore', '-q', '--', within], cwd: facts.root, env, timeoutMs: 30_000 });
  return asked.end.kind !== 'exit' || asked.end.code !== 0;
}
