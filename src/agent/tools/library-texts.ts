import { guidanceText } from '../../core/library/entries/guidance-text.ts';
import type { EntryStatus, EnvironmentEntry, FunctionEntry, GuidanceEntry } from '../../core/library/entries/library-entry.ts';
import { newest } from '../../core/library/entries/library-entry.ts';
import type { LibraryState } from '../../core/library/entries/library-state.ts';

/** The name of a function by its id. */
type NameOf = (id: string) => string | undefined;

/** An entry as a model reads it in a list: enough to know whether to look at it whole. */
export function functionLine(entry: FunctionEntry): string {
  const { description, parameters } = newest(entry);
  return `- ${entry.name}(${parameters.join(', ')}) [${entry.effectClass}]${statusText(entry.status)}: ${firstSentence(description)}`;
}

export const guidanceLine = (entry: GuidanceEntry, nameOf: NameOf): string =>
  `- ${entry.id}: ${entry.title}${statusText(entry.status)}${about(entry, nameOf)}`;

export function functionText(entry: FunctionEntry, state: LibraryState, source: string): string {
  const version = newest(entry);
  const { provenance, environment, dependsOn, imports } = version;
  const named = [...state.guidance.values()].filter(({ isDeleted, functionIds }) => !isDeleted && functionIds.includes(entry.id));
  return [
    `${entry.name}, version ${version.version}, ${entry.effectClass}${statusText(entry.status)}`,
    version.description,
    `input ${JSON.stringify(version.input)}`,
    `gives ${JSON.stringify(version.returns)}`,
    ...(version.tags.length > 0 ? [`tags ${version.tags.join(', ')}`] : []),
    ...(dependsOn.length > 0 ? [`calls ${dependsOn.join(', ')}`] : []),
    ...(imports.length > 0 ? [`imports ${imports.join(', ')}, in the environment ${environment}`] : []),
    ...(entry.pins.length > 0 ? [`held by ${entry.pins.join(', ')}: it cannot be deleted`] : []),
    ...named.map(({ id, title }) => `guidance ${id}: ${title}`),
    `stored by ${provenance.by === 'person' ? 'a person' : `the ${provenance.by}`}${provenance.run === null ? '' : `, run ${provenance.run}`}`,
    `\n${source}`,
  ].join('\n');
}

export const guidanceWhole = (entry: GuidanceEntry, nameOf: NameOf): string =>
  `${entry.id}, version ${entry.version}${statusText(entry.status)}${about(entry, nameOf)}\n# ${entry.title}\n\n${guidanceText(entry)}`;

export const environmentText = ({ name, version, packages }: EnvironmentEntry, users: readonly string[]): string =>
  [
    `${name}, version ${version}`,
    `packages ${packages.join(', ')}`,
    users.length === 0 ? 'no function has it' : `had by ${users.join(', ')}`,
  ].join('\n');

function about({ functionIds }: GuidanceEntry, nameOf: NameOf): string {
  const names = functionIds.map((id) => nameOf(id) ?? id);
  return names.length === 0 ? '' : ` (about ${names.join(', ')})`;
}

function statusText(status: EntryStatus): string {
  switch (status.kind) {
    case 'active':
      return '';
    case 'archived':
      return ', archived';
    case 'stale':
      return `, stale: ${status.reasons.join('; ')}`;
  }
}

function firstSentence(text: string): string {
  const [sentence = ''] = text.split(/(?<=\.)\s|\n/, 1);
  return sentence.length > 200 ? `${sentence.slice(0, 199)}…` : sentence;
}
