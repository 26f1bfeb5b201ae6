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
import type { RunPins } from './run-pins.ts';

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
  /** Those that the run goes by already. */
  readonly pins: RunPins | null;
}

/**
 * `primitives`: those that a program has defined, besides those of files that `pawl.yml` names. `pins`: of a run that has begun, which goes
 * by them whatever is wrong with the files by now.
 */
export async function actPlace(
  cwd: string,
  runToken: string,
  primitives: readonly unknown[] = [],
  pins: RunPins | null = null,
): Promise<Result<ActPlace, Refusal>> {
  const programs = programsOfRun(realPrograms(), runToken);
  const workspace = unopenedWorkspace(cwd, programs);
  const root = rootOf(cwd);
  const [report, configured] = await Promise.all([workspace.inspect(), readConfiguration(root)]);
  if (!report.ok) return report;
  if (!configured.ok) return configured;
  const { configuration } = configured.value;
  const functions = await loadFunctions(configuration.functions, root);
  if (!functions.ok && (pins === null || pins.isEmpty)) return functions;
  const own = await loadPrimitives(configuration.primitives, root, builtInNames, primitives);
  if (!own.ok) return own;
  const place = { cwd, root, programs, workspace, report: report.value, configuration, ownPrimitives: own.value };
  const found = functions.ok ? functions.value : null;
  return ok(pinnedPlace({ ...place, functions: found, pins: null }, pins));
}

/** The same, in which functions are those that the run goes by. */
export function pinnedPlace(place: ActPlace, pins: RunPins | null): ActPlace {
  return pins === null ? place : { ...place, functions: pins.over(place.functions), pins };
}
