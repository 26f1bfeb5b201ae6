import type { Programs } from '../../ports/programs.ts';

export interface HidingPrograms {
  /** For git and what else Pawl itself asks. */
  readonly programs: Programs;
  /** For agents: the same, hiding nothing, as the step that asks one may name the very secret that is hidden from everybody else. */
  readonly agentPrograms: Programs;
  /** From now on no program that is run for its answer (git, with its filters) gets these variables. */
  hide(variables: readonly string[]): void;
}

/**
 * Programs that can be told later which variables are secrets: git is asked about the folder while the files that say so are still being read.
 * Commands of steps and agents are given their whole environment, and are left alone.
 */
export function hidingPrograms(programs: Programs): HidingPrograms {
  const hidden = new Set<string>();
  return {
    programs: {
      ...programs,
      run(request) {
        if (hidden.size === 0) return programs.run(request);
        const env = Object.fromEntries(Object.entries(request.env).filter(([name]) => !hidden.has(name)));
        return programs.run({ ...request, env });
      },
    },
    agentPrograms: programs,
    hide(variables) {
      for (const variable of variables) hidden.add(variable);
    },
  };
}
