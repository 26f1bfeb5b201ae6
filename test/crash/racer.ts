/** Starts or takes up runs as it is told, a line of JSON each, and says what came of it: one of two that race for a workspace. */
import { createInterface } from 'node:readline';
import { resumeRun } from '../../src/app/run/resume-run.ts';
import { runWorkflow } from '../../src/app/run/run-workflow.ts';

const [cwd = '', workflow = ''] = process.argv.slice(2);
const approval = { approved: true, words: '', by: 'racer' };

for await (const line of createInterface({ input: process.stdin })) {
  const { run } = JSON.parse(line) as { readonly run: string | null };
  const result = run === null ? await runWorkflow({ workflow, cwd }) : await resumeRun({ run, cwd, approval });
  console.log(JSON.stringify(result.ok ? { run: result.value.run, status: result.value.status } : result.failure));
}
