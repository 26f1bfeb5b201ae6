import type { Json } from '../model/json.ts';
import type { Closure } from './closure.ts';
import { guidanceText } from './entries/guidance-text.ts';
import { type FunctionEntry, type FunctionVersion, type GuidanceEntry, newest } from './entries/library-entry.ts';

/** A file of a skill, its path below the skill's folder. */
export interface SkillFile {
  readonly path: string;
  readonly text: string;
}

export interface SkillOptions {
  readonly license: string | null;
  readonly allowedTools: string | null;
}

export interface SkillFunction {
  readonly entry: FunctionEntry;
  readonly closure: Closure;
  /** Sources of its closure by their digests. */
  readonly sources: ReadonlyMap<string, string>;
}

const longestName = 64;
const longestDescription = 1024;
const longestCompatibility = 500;

/** The name of a skill and of its folder: a–z, 0–9 and single dashes between them, 64 at most, and none of those that are taken. */
export function skillName(from: string, taken: ReadonlySet<string>): string {
  const words = from
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-');
  const whole = clippedName(words, longestName);
  const name = whole === '' ? 'skill' : whole;
  for (let count = 1; ; count++) {
    const numbered = count === 1 ? name : `${clippedName(name, longestName - String(count).length - 1)}-${count}`;
    if (!taken.has(numbered)) return numbered;
  }
}

const clippedName = (name: string, length: number): string => name.replace(/^-+/, '').slice(0, length).replace(/-+$/, '');

/** A stored function as a skill: what it does, its code with all that it calls, its contract. */
export function functionSkill(name: string, given: SkillFunction, options: SkillOptions): readonly SkillFile[] {
  const { entry, closure } = given;
  const now = newest(entry);
  const body = [
    `# ${entry.name}`,
    now.description,
    `The code is in [scripts/${entry.name}.ts](scripts/${entry.name}.ts), its contract (input, result, effects, cases) in [references/${entry.name}.json](references/${entry.name}.json).`,
    ...(closure.functions.length > 1
      ? [
          `It calls ${closure.functions
            .slice(1)
            .map((each) => `\`${each.name}\``)
            .join(', ')}, which lie beside it.`,
        ]
      : []),
  ];
  const metadata = { 'pawl-function': entry.name, version: String(now.version), digest: closure.digest, 'effect-class': entry.effectClass };
  return [
    { path: 'SKILL.md', text: skillText({ name, description: now.description, metadata, needs: needsOf([given]), options, body }) },
    ...filesOf([given]),
  ];
}

/** Guidance as a skill: its text, with the functions that it is about. */
export function guidanceSkill(
  name: string,
  entry: GuidanceEntry,
  functions: readonly SkillFunction[],
  options: SkillOptions,
): readonly SkillFile[] {
  const names = functions.map((each) => each.entry.name);
  const description = names.length === 0 ? entry.title : `${entry.title}. Uses ${names.join(', ')}.`;
  const links = names.map(
    (each) => `- \`${each}\`: [scripts/${each}.ts](scripts/${each}.ts), contract [references/${each}.json](references/${each}.json)`,
  );
  const body = [`# ${entry.title}`, guidanceText(entry), ...(links.length === 0 ? [] : ['## Functions', links.join('\n')])];
  const metadata = { 'pawl-guidance': entry.id, version: String(entry.version) };
  return [
    { path: 'SKILL.md', text: skillText({ name, description, metadata, needs: needsOf(functions), options, body }) },
    ...filesOf(functions),
  ];
}

interface SkillParts {
  readonly name: string;
  readonly description: string;
  readonly metadata: Readonly<Record<string, string>>;
  readonly needs: string | null;
  readonly options: SkillOptions;
  readonly body: readonly string[];
}

/** Every value in double quotes, as JSON writes it, which YAML reads the same: no text of ours can end a value, begin a key or be read as a number. */
function skillText({ name, description, metadata, needs, options, body }: SkillParts): string {
  const quoted = (text: string): string => JSON.stringify(text).replaceAll('\u007f', '\\u007f');
  const lines = [
    '---',
    `name: ${quoted(name)}`,
    `description: ${quoted(clipped(oneLine(description), longestDescription))}`,
    ...(options.license === null ? [] : [`license: ${quoted(options.license)}`]),
    ...(needs === null ? [] : [`compatibility: ${quoted(clipped(needs, longestCompatibility))}`]),
    'metadata:',
    ...Object.entries(metadata).map(([key, value]) => `  ${key}: ${quoted(value)}`),
    ...(options.allowedTools === null ? [] : [`allowed-tools: ${quoted(options.allowedTools)}`]),
    '---',
  ];
  return `${lines.join('\n')}\n\n${body.join('\n\n')}\n`;
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** By code points, so that no pair of surrogates is cut in two. */
function clipped(text: string, length: number): string {
  const points = [...text];
  return points.length > length ? `${points.slice(0, length - 1).join('')}…` : text;
}

function needsOf(functions: readonly SkillFunction[]): string | null {
  if (functions.length === 0) return null;
  const versions = functions.flatMap(({ closure }) => closure.functions);
  const primitives = [...new Set(versions.flatMap((each) => each.primitives))].sort();
  const uses = primitives.length === 0 ? '' : ` Its scripts use ${primitives.map((each) => `ctx.${each}`).join(', ')}.`;
  return `Scripts are TypeScript for Pawl, which gives them ctx.${uses}`;
}

function filesOf(functions: readonly SkillFunction[]): readonly SkillFile[] {
  const files = new Map<string, SkillFile>();
  for (const { entry, closure, sources } of functions) {
    for (const version of closure.functions) {
      const path = `scripts/${version.name}.ts`;
      files.set(path, { path, text: sources.get(version.sourceDigest) ?? '' });
    }
    const path = `references/${entry.name}.json`;
    files.set(path, { path, text: `${JSON.stringify(contractOf(entry, closure), null, 2)}\n` });
  }
  return [...files.values()];
}

/** What a function takes, gives and does, and calls on which it must agree. */
function contractOf(entry: FunctionEntry, closure: Closure): Json {
  const { name, version, description, input, returns, primitives, dependsOn }: FunctionVersion = newest(entry);
  const environments = closure.environments.map((each) => ({ ...each }));
  const cases = entry.cases.map((each) => ({ input: each.input, output: each.output }));
  const { digest, effectClass } = closure;
  return {
    name,
    version,
    digest,
    description,
    input,
    returns,
    effectClass,
    primitives: [...primitives],
    dependsOn: [...dependsOn],
    environments,
    cases,
  };
}
