/**
 * What a run's commands and agents inherit. Git's own variables are dropped (a run started from a hook or an alias would
 * else rewrite another repository's index), but for configuration that the user passed on purpose; so are the values of an
 * outer run.
 */
export function childEnvironment(env: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) {
    if (value === undefined || gitLocal.has(name) || outerRun.test(name)) continue;
    kept[name] = value;
  }
  return kept;
}

const outerRun = /^(PAWL|DEVKIT)_(OUT_.*|INPUT|INPUT_FILE|RUN_ID|RUN_TOKEN|STEP|ITERATION|ATTEMPT)$/;

/** `git rev-parse --local-env-vars` of git 2.47, without GIT_CONFIG_COUNT and GIT_CONFIG_PARAMETERS. */
const gitLocal = new Set([
  'GIT_ALTERNATE_OBJECT_DIRECTORIES',
  'GIT_CONFIG',
  'GIT_COMMON_DIR',
  'GIT_DIR',
  'GIT_GRAFT_FILE',
  'GIT_IMPLICIT_WORK_TREE',
  'GIT_INDEX_FILE',
  'GIT_INTERNAL_SUPER_PREFIX',
  'GIT_NO_REPLACE_OBJECTS',
  'GIT_OBJECT_DIRECTORY',
  'GIT_PREFIX',
  'GIT_REPLACE_REF_BASE',
  'GIT_SHALLOW_FILE',
  'GIT_WORK_TREE',
  'GIT_NAMESPACE',
  'GIT_QUARANTINE_PATH',
]);
