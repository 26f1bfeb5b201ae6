import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { closureOf } from '../../../src/core/library/closure.ts';
import { newest } from '../../../src/core/library/entries/library-entry.ts';
import { functionSkill, guidanceSkill, type SkillFile, type SkillOptions, skillName } from '../../../src/core/library/skill-file.ts';
import { addingEdit } from '../../../src/testing/sample-library.ts';
import { Scene } from './scene.ts';

const none: SkillOptions = { license: null, allowedTools: null };
const given = (scene: Scene, name: string) => {
  const entry = scene.function(name);
  const closure = closureOf(scene.view, entry);
  return { entry, closure, sources: new Map(closure.functions.map(({ sourceDigest, name: own }) => [sourceDigest, `source of ${own}`])) };
};

/** The rules of the standard for SKILL.md: what is wrong with a skill in a folder of this name. */
function faultsOf(folder: string, files: readonly SkillFile[]): string[] {
  const text = files.find(({ path }) => path === 'SKILL.md')?.text ?? '';
  const [, header, body] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text) ?? [];
  if (header === undefined) return ['no front matter'];
  const fields = parse(header) as Record<string, unknown>;
  const { name, description, license, compatibility, metadata, 'allowed-tools': tools, ...others } = fields;
  const isText = (value: unknown, least: number, most: number) =>
    typeof value === 'string' && [...value].length >= least && [...value].length <= most;
  const optional = (value: unknown, most: number) => value === undefined || isText(value, 1, most);
  const isMap = typeof metadata === 'object' && metadata !== null && Object.values(metadata).every((each) => typeof each === 'string');
  return [
    isText(name, 1, 64) && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(name as string) ? [] : ['name'],
    name === folder ? [] : ['name is not the folder'],
    isText(description, 1, 1024) && !/\n/.test(description as string) ? [] : ['description'],
    optional(license, 1000) ? [] : ['license'],
    optional(compatibility, 500) ? [] : ['compatibility'],
    metadata === undefined || isMap ? [] : ['metadata'],
    optional(tools, 1000) ? [] : ['allowed-tools'],
    Object.keys(others).map((key) => `unknown ${key}`),
    (body ?? '').trim() === '' ? ['no body'] : [],
  ].flat();
}

test('a function is a skill with its code, all that it calls and its contract', () => {
  const scene = new Scene()
    .environment('dates', ['dayjs@1.0.0'])
    .add('leaf', { environment: 'dates' })
    .add('readInvoice', { dependsOn: ['leaf'], primitives: ['fs.read', 'sh'], cases: [{ input: 1, output: 2, run: 'r' }] });
  const files = functionSkill('read-invoice', given(scene, 'readInvoice'), { license: 'MIT', allowedTools: 'Bash(pawl:*)' });
  expect(faultsOf('read-invoice', files)).toEqual([]);
  expect(files.map(({ path }) => path)).toEqual(['SKILL.md', 'scripts/readInvoice.ts', 'scripts/leaf.ts', 'references/readInvoice.json']);
  expect(files[0]?.text).toContain(
    'license: "MIT"\ncompatibility: "Scripts are TypeScript for Pawl, which gives them ctx. Its scripts use ctx.fs.read, ctx.sh."',
  );
  expect(files[0]?.text).toContain('allowed-tools: "Bash(pawl:*)"');
  expect(files[0]?.text).toContain('It calls `leaf`');
  expect(JSON.parse(files[3]?.text as string)).toMatchObject({
    name: 'readInvoice',
    effectClass: 'pure',
    environments: [{ name: 'dates', version: 1 }],
    cases: [{ input: 1, output: 2 }],
  });
});

test('guidance is a skill with the functions that it is about', () => {
  const scene = new Scene().add('leaf').guide('Reading: how?', ['leaf']).guide('Alone');
  const files = guidanceSkill('reading-how', scene.guidance('Reading: how?'), [given(scene, 'leaf')], none);
  expect(faultsOf('reading-how', files)).toEqual([]);
  expect(files.map(({ path }) => path)).toEqual(['SKILL.md', 'scripts/leaf.ts', 'references/leaf.json']);
  const alone = guidanceSkill('alone', scene.guidance('Alone'), [], none);
  expect([faultsOf('alone', alone), alone.length]).toEqual([[], 1]);
});

test('a source that is not to be had is empty', () => {
  const scene = new Scene().add('leaf');
  const files = functionSkill('leaf', { ...given(scene, 'leaf'), sources: new Map() }, none);
  expect(files.find(({ path }) => path === 'scripts/leaf.ts')?.text).toBe('');
});

test.each([
  ['readInvoice', 'read-invoice'],
  ['HTTPServer2Go', 'httpserver2-go'],
  ['--Über  uns!--', 'ber-uns'],
  ['文字', 'skill'],
  ['x'.repeat(80), 'x'.repeat(64)],
  ['__proto__', 'proto'],
])('the name of %s is %s', (from, name) => {
  expect(skillName(from, new Set())).toBe(name);
});

test('any texts make skills by the rules, each with a name of its own', () => {
  const text = fc.string({ unit: 'binary', minLength: 1, maxLength: 300 });
  fc.assert(
    fc.property(fc.array(fc.tuple(text, text), { minLength: 1, maxLength: 4 }), fc.nat(1100), (pairs, long) => {
      const taken = new Set<string>();
      for (const [title, description] of pairs) {
        const scene = new Scene().add('leaf', { description: `${description}x${'y'.repeat(long)}` });
        const name = skillName(title, taken);
        taken.add(name);
        expect(faultsOf(name, functionSkill(name, given(scene, 'leaf'), none))).toEqual([]);
        const guidance = { ...new Scene().guide('G').guidance('G'), title: `${title}x` };
        expect(faultsOf(name, guidanceSkill(name, guidance, [given(scene, 'leaf')], none))).toEqual([]);
      }
      expect(taken.size).toBe(pairs.length);
    }),
  );
});

test.each(['0', '12', '1e3', '0x1f', 'true', 'null', 'no', '2020-01-01'])('a skill named %s has a name that is text', (name) => {
  expect(faultsOf(name, functionSkill(name, given(new Scene().add('leaf'), 'leaf'), none))).toEqual([]);
});

test('numbered names stay within their length', () => {
  const taken = new Set(['x'.repeat(64)]);
  expect(skillName('x'.repeat(64), taken)).toBe(`${'x'.repeat(62)}-2`);
  expect(newest(new Scene().do(addingEdit('a')).function('a')).version).toBe(1);
});
