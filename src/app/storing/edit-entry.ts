import { readSections } from '../../core/library/entries/guidance-sections.ts';
import { newest } from '../../core/library/entries/library-entry.ts';
import type { Refusal } from '../../core/model/refusal.ts';
import { fail, type Result } from '../../core/model/result.ts';
import { codeFacts } from '../../source/code-facts.ts';
import { updateGuidance } from '../library/add-guidance.ts';
import type { AppliedSet } from '../library/apply-edits.ts';
import { showEntry } from '../library/show-entry.ts';
import { addFunctions } from './add-functions.ts';

interface NewText {
  /** null = the title alone changes. */
  readonly file: { readonly file: string; readonly source: string } | null;
  readonly title?: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** A new version of a function from its text, in the environment and with the tags that it has; or of guidance, section by section. */
export async function editEntry(cwd: string, name: string, { file, title, env }: NewText): Promise<Result<AppliedSet, Refusal>> {
  const shown = await showEntry(cwd, name);
  if (!shown.ok) return shown;
  const { value } = shown;
  if (value.kind === 'guidance') {
    const known = new Set(value.entry.sections.map(({ heading }) => heading));
    const sections = file === null ? [] : readSections(file.source);
    const replace = sections.filter(({ heading }) => known.has(heading));
    const add = sections.filter(({ heading }) => !known.has(heading));
    return updateGuidance(cwd, name, { replace, add, ...(title === undefined ? {} : { title }) });
  }
  if (file === null)
    return fail({ code: 'cli/usage', message: `${name} is a function, which has no title`, hint: 'give a file with its new text' });
  const facts = codeFacts(file.source);
  const called = facts.ok ? (facts.value.exported?.name ?? null) : null;
  if (called !== null && called !== value.entry.name) {
    return fail({
      code: 'library/invalid-function',
      message: `the function in ${file.file} is called ${called}, and no version of ${value.entry.name}`,
      hint: `call it ${value.entry.name}, or store it by itself: pawl library add ${file.file}`,
    });
  }
  const { environment, tags } = newest(value.entry);
  return addFunctions(cwd, { files: [file], overwrite: true, environment, tags, env, why: `edit ${name}` });
}
