import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseConfiguration } from '../../../src/core/configuration/parse-configuration.ts';
import type { Candidate, Surroundings } from '../../../src/core/library/function/candidate.ts';
import { checkCandidate } from '../../../src/core/library/function/check-candidate.ts';
import { type DiagnosticCode, diagnosticCodes, severityOf } from '../../../src/core/model/diagnostic.ts';
import { refusalCodes } from '../../../src/core/model/refusal.ts';
import { redactorOf } from '../../../src/core/secrets/redactor.ts';
import { parseWorkflow } from '../../../src/core/workflow/parse-workflow.ts';
import { codeFacts } from '../../../src/source/code-facts.ts';

/** All codes that have a page. Whoever adds a closed list of codes adds it here, and writes its pages. */
const codesWithPages: readonly string[] = [...diagnosticCodes, ...refusalCodes];

const folder = new URL('../../../docs/errors/', import.meta.url);
const pageOf = (code: string): string => readFileSync(new URL(`${code.replace('/', '-')}.md`, folder), 'utf8');
const examplesOf = (code: string): string[] => [...pageOf(code).matchAll(/```(?:yaml|ts)\n(.*?)```/gs)].map(([, text]) => text as string);

/** What a page can only show the beginning of. */
const rest: { readonly [code in DiagnosticCode]?: string } = {
  'workflow/too-large': `      ${'0123456789abcde\n      '.repeat(50_000)}`,
  'workflow/long-env': `        ${'0123456789abcde\n        '.repeat(7000)}`,
  'function/too-large': `/* ${'0123456789abcde\n'.repeat(33_000)} */`,
  'function/too-deep': `const chain = input${'.trim()'.repeat(1000)};`,
};

test('every code has a page, and every page a code', () => {
  expect(readdirSync(folder).toSorted()).toEqual(codesWithPages.map((code) => `${code.replace('/', '-')}.md`).toSorted());
});

test('a page begins with its code, and says what it is and why', () => {
  for (const code of codesWithPages) {
    expect(pageOf(code)).toMatch(new RegExp(`^# ${code}\n\n[^#]{20,}`));
    expect(pageOf(code)).toContain('\n## Why\n');
  }
});

test('codes are told apart', () => {
  expect(new Set(diagnosticCodes).size).toBe(diagnosticCodes.length);
});

const isOfConfiguration = (code: string): boolean => code.startsWith('configuration/');
const isOfFunction = (code: string): boolean => code.startsWith('function/');

/** What the examples of functions are held against, and what is said of them besides their text. */
const surroundings: Surroundings = {
  primitives: new Map([
    ...(['fs.read', 'http.get', 'clock.now', 'secret'] as const).map((name) => [name, 'read'] as const),
    ['fs.write', 'idempotent'],
  ]),
  functions: new Map([['averageOfLines', 'read']]),
  environments: new Map([['texts', ['yaml']]]),
  redactor: redactorOf(new Map()),
};
const said: { readonly [code in DiagnosticCode]?: Partial<Candidate> } = {
  'function/unknown-environment': { environment: 'times' },
  'function/missing-package': { environment: 'texts' },
  'function/effect-class': { effectClass: 'read' },
};

const read = (code: DiagnosticCode, text: string) => {
  if (isOfFunction(code)) {
    // The corrected example of an environment that is not there names none.
    const more = text.includes('import') || code === 'function/effect-class' ? said[code] : {};
    const candidate = { facts: codeFacts(text), environment: null, effectClass: null, overwrite: false, ...more };
    return { diagnostics: checkCandidate(candidate, surroundings).diagnostics, isRead: true };
  }
  const { diagnostics, ...read } = isOfConfiguration(code) ? parseConfiguration(text, ['claude', 'openai']) : parseWorkflow(text);
  return { diagnostics, isRead: Object.values(read)[0] !== null };
};
const consequence = (code: DiagnosticCode): string => {
  if (isOfConfiguration(code)) return 'An error: no run begins.';
  if (isOfFunction(code)) return 'An error: the function is not stored.';
  return severityOf(code) === 'error' ? 'An error: the workflow is not run.' : 'A warning: the workflow runs.';
};

test.each(diagnosticCodes)('the example of %s is told so, the corrected one is not', (code) => {
  const [example = '', corrected = '', ...others] = examplesOf(code);
  expect(others).toEqual([]);
  const told = read(code, example + (rest[code] ?? '')).diagnostics;
  expect(told.map((diagnostic) => diagnostic.code)).toContain(code);
  expect(told.find((diagnostic) => diagnostic.code === code)?.severity).toBe(severityOf(code));
  expect(read(code, corrected)).toEqual({ isRead: true, diagnostics: [] });
  expect(pageOf(code)).toContain(consequence(code));
});
