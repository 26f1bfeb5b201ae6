import { quoted, shown } from '../../model/shown-text.ts';
import type { Place } from '../../model/source-text.ts';
import { inlineLimitBytes } from '../../model/value.ts';
import type { Diagnoses } from '../diagnoses/diagnoses.ts';
import type { ReadStep } from '../step-index.ts';
import type { Rule } from './rule.ts';
import { checkShellText } from './shell-text.ts';

/** What a step adds to the environment has names and values that a program can be given, and nothing that Pawl sets. */
export const checkEnvironment: Rule = (_workflow, { steps }, diagnoses) => {
  for (const step of steps) {
    checkEnv(step, diagnoses);
    checkSecrets(step, diagnoses);
  }
};

function checkEnv(step: ReadStep, diagnoses: Diagnoses): void {
  const { env } = step.values;
  if (env === undefined) return;
  let characters = 0;
  for (const { name, key, text, place } of env.value) {
    checkName(name, key, diagnoses);
    checkShellText({ value: text, place }, 'value of env', step, diagnoses);
    characters += name.length + text.length;
  }
  // The kernel refuses every program whose environment has a variable over 128 KiB, with words that name neither.
  if (characters > inlineLimitBytes) {
    const message = `the env of ${step.label} has more than ${inlineLimitBytes / 1024} KiB`;
    diagnoses.report('workflow/long-env', env.key, message, 'keep long texts in a file, and give its path');
  }
}

function checkSecrets({ label, values: { env, secrets } }: ReadStep, diagnoses: Diagnoses): void {
  const variables = new Set(env?.value.map(({ name }) => name));
  const named = new Set<string>();
  for (const { text, place } of secrets?.value ?? []) {
    checkName(text, place, diagnoses);
    if (named.has(text))
      diagnoses.report('workflow/repeated-secret', place, `${label} names the secret ${quoted(text)} twice`, 'delete one');
    else if (variables.has(text)) {
      const message = `${quoted(text)} is a secret of ${label} and stands in its env too`;
      diagnoses.report('workflow/secret-in-env', place, message, 'delete it from env: the value of a secret stands in no file');
    }
    named.add(text);
  }
}

/** Names whose meaning is Pawl's or git's. What git inherits could turn it to another repository. */
const reserved = /^(PAWL|DEVKIT|GIT)_/;

function checkName(name: string, place: Place, diagnoses: Diagnoses): void {
  const owner = reserved.exec(name)?.[1];
  if (owner !== undefined) {
    const whose = owner === 'GIT' ? 'git' : 'Pawl';
    diagnoses.report(
      'workflow/env-name',
      place,
      `the name ${quoted(name)} is kept for ${whose}`,
      `take one that does not begin with ${owner}_`,
    );
  } else if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) {
    const similar = shown(name.replace(/[^A-Za-z0-9_]/g, '_').replace(/^(?=\d)|^$/, '_'));
    diagnoses.report(
      'workflow/env-name',
      place,
      `${quoted(name)} is no name of a variable`,
      `letters, digits and _ only, such as ${similar}`,
    );
  }
}
