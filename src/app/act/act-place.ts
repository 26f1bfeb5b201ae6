import { programs as realPrograms } from '../../adapters/process/programs.ts';
import type { Configuration } from '../../core/configuration/configuration.ts';
import type { Refusal } from '../../core/model/refusal.ts';
import { ok, type Result } from '../../core/model/result.ts';
import type { Functions } from '../../ports/functions.ts';
import type { Primitive } from '../../ports/primitive.ts';
import type { Programs } from '../../ports/programs.ts';
import type { WorkspaceReport } from '../../ports/workspace.ts';
import { type UnopenedWorkspace, unopenedWorkspace } from '../project/open-project.ts';
import { rootOf } from '../project/root.ts';
import { programsOfRun } from '../surroundings/run-programs.ts';
import { readConfiguration } from '../workflows/configuration-file.ts';
import { builtInNames } from './built-in-names.ts';
import { loadFunctions } from './load-functions.ts';
import { loadPrimitives } from './load-primitives.ts';

/** Where an act works, looked at before anything is made. */
export interface ActPlace {
  readonly cwd: string;
  readonly root: string;
  readonly programs: Programs;
  readonly workspace: UnopenedWorkspace;
  readonly report: WorkspaceReport;
  readonly configuration: Configuration;
  /** Those that files of the user's own declare. */
  readonly ownPrimitives: readonly Primitive[];
  /** Stored functions; null = there are none. */
  readonly functions: Functions | null;
}

/** `primitives`: those that a program has defined, besides those of files that `pawl.yml` names. */
export async function actPlace(cwd: string, runToken: string, primitives: readonly unknown[] = []): Promise<Result<ActPlace, Refusal>> {
  const programs = programsOfRun(realPrograms(), runToken);
  const workspace = unopenedWorkspace(cwd, programs);
  const root = rootOf(cwd);
  const [report, configured] = await Promise.all([workspace.inspect(), readConfiguration(root)]);
  if (!report.ok) return report;
  if (!configured.ok) return configured;
  const { configuration } = configured.value;
  const functions = await loadFunctions(configuration.functions, root);
  if (!functions.ok) return functions;
  const own = await loadPrimitives(configuration.primitives, root, builtInNames, primitives);
  if (!own.ok) return own;
  return ok({ cwd, root, programs, workspace, report: report.value, configuration, ownPrimitives: own.value, functions: functions.value });
}
