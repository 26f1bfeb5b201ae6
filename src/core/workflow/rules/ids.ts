import { envKeyOf } from '../../model/names.ts';
import { quoted, shown } from '../../model/shown-text.ts';
import type { Place } from '../../model/source-text.ts';
import type { Diagnoses } from '../diagnoses/diagnoses.ts';
import type { ReadStep } from '../step-index.ts';
import type { Rule } from './rule.ts';

/** A file's name may have 255 bytes on most systems; an output's has a prefix besides. */
const longestKey = 100;

interface Named {
  readonly id: string;
  readonly place: Place;
}

/** Ids are there, unique, also as environment variables, and on one line. */
export const checkIds: Rule = (_workflow, { steps }, diagnoses) => {
  const byId = new Map<string, Named>();
  const byKey = new Map<string, Named>();
  for (const step of steps) {
    const named = namedStep(step, diagnoses);
    if (named === null) continue;
    const { id, place } = named;
    const key = envKeyOf(id);
    const twin = byId.get(id);
    const clash = byKey.get(key);
    if (twin !== undefined) {
      diagnoses.report(
        'workflow/duplicate-id',
        place,
        `duplicate step id ${quoted(id)}`,
        `the first is on line ${diagnoses.lineOf(twin.place)}; rename one of them`,
      );
    } else if (clash !== undefined) {
      const message = `step ids ${quoted(clash.id)} and ${quoted(id)} collide under env key ${shown(key)}`;
      diagnoses.report('workflow/colliding-ids', place, message, 'commands could not tell their outputs apart; rename one of them');
    } else {
      byId.set(id, named);
      byKey.set(key, named);
    }
  }
  for (const [key, step] of byKey) {
    const clash = byKey.get(`${key}_FILE`);
    if (clash !== undefined) reportFileClash(key, step, clash, diagnoses);
  }
};

function namedStep({ id, values, unread, place, label }: ReadStep, diagnoses: Diagnoses): Named | null {
  if (id === null || values.id === undefined) {
    if (!unread.has('id'))
      diagnoses.report('workflow/missing-id', values.id?.place ?? place, `step missing id: ${label} has none`, 'begin it with "- id: …"');
    return null;
  }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  if (/[\0-\x1f\x7f]/.test(id)) {
    diagnoses.report(
      'workflow/control-character',
      values.id.place,
      `the id ${quoted(id)} holds a line break or another control character`,
      'an id is one short word',
    );
  }
  if (envKeyOf(id).length > longestKey) {
    const message = `the id ${quoted(shown(id))} is longer than ${longestKey} bytes`;
    diagnoses.report('workflow/long-id', values.id.place, message, 'an id is one short word: it names a variable and a file');
  }
  return { id, place: values.id.place };
}

/** `PAWL_OUT_X_FILE` is both the file with the output of `x` and the output of `x-file`. */
function reportFileClash(key: string, step: Named, clash: Named, diagnoses: Diagnoses): void {
  const later = clash.place.start > step.place.start ? clash : step;
  const message = `PAWL_OUT_${shown(key)}_FILE would be the output of ${quoted(clash.id)} and the file of ${quoted(step.id)}`;
  diagnoses.report('workflow/file-variable-clash', later.place, message, 'rename one of them');
}
