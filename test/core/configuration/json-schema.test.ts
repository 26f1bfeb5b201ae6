import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { configurationJsonSchema } from '../../../src/core/configuration/json-schema.ts';
import { parseConfiguration } from '../../../src/core/configuration/parse-configuration.ts';

const validate = new Ajv2020({ strict: true, strictRequired: false, allowUnionTypes: true }).compile(configurationJsonSchema() as object);
const accepts = (text: string): boolean => validate(parse(text) ?? {});
const reads = (text: string): boolean => parseConfiguration(text, ['claude']).configuration !== null;

test.each([
  '{}',
  'tiers: {smart: claude/opus, fast: {model: x}, general: {runner: claude}}',
  'agent: claude\njobs: 2\ntimeout: {command: 90s, prompt: 1.5h, run: 2d}',
  'budget: {usd: 0.5, workflows: {a: {usd: 1, tokens: 5}}}',
  'secrets: {A: {env: B}, C: {file: d}, E: {command: f}}',
  'prices: {m: {input: 0, cached: 0.5, output: 1}}',
  'mcp: {a: {command: x, args: [y, 1], env: {B: c}, cwd: d, secrets: [E], timeout: 5m, tools: {t: {class: read, identity: [/a], settles: none}}}}',
])('the schema takes what the reader takes: %s', (text) => {
  expect([reads(text), accepts(text)]).toEqual([true, true]);
});

test.each([
  'x: 1',
  'tiers: {quick: a}',
  'tiers: {fast: {}}',
  'tiers: {fast: [a]}',
  'jobs: 0',
  'jobs: many',
  'timeout: {command: 10}',
  'timeout: {command: soon}',
  'budget: {usd: -1}',
  'budget: {usd: "1"}',
  'secrets: [A]',
  'secrets: {A: B}',
  'secrets: {A: {}}',
  'secrets: {A: {env: B, file: c}}',
  'prices: {m: {input: 1}}',
  'mcp: {a: {}}',
  'mcp: [a]',
  'mcp: {a: {command: x, env: {GIT_DIR: y}}}',
  'mcp: {a: {command: x, tools: {t: {class: readonly}}}}',
  'mcp: {a: {command: x, tools: {t: {settles: probe}}}}',
])('the schema refuses what the reader refuses: %s', (text) => {
  expect([reads(text), accepts(text)]).toEqual([false, false]);
});
