import type { Programs } from '../../ports/programs.ts';

/**
 * Programs that carry a run's token, git's calls among them: one that goes on when the process that started it was killed is found by
 * it and ended before the run is taken up again. A git that still puts back a large tree would else overwrite what comes after.
 */
export const programsOfRun = (programs: Programs, runToken: string): Programs => ({
  ...programs,
  run: (request) => programs.run({ ...request, env: { ...request.env, PAWL_RUN_TOKEN: runToken } }),
  stream: (request) => programs.stream({ ...request, env: { ...request.env, PAWL_RUN_TOKEN: runToken } }),
});
