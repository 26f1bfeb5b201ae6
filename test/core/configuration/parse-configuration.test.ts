import { expect, test } from 'vitest';
import { emptyConfiguration, isTier } from '../../../src/core/configuration/configuration.ts';
import { parseConfiguration } from '../../../src/core/configuration/parse-configuration.ts';
import { durationMsOf } from '../../../src/core/model/duration.ts';

const agents = ['claude', 'codex', 'openai'];
const read = (text: string) => parseConfiguration(text, agents);

const whole = `
tiers:
  smart: claude/opus
  general: {runner: codex, model: gpt-5-codex}
  fast: qwen/qwen3-32b
agent: claude
budget:
  usd: 5
  workflows:
    self-test: {usd: 2.5, tokens: 200_000}
    research: {tokens: 1000}
secrets:
  DB_PASSWORD: {env: PGPASSWORD}
  TOKEN: {file: .secrets/token}
  KEY: {command: "pass show key"}
timeout: {command: 90s, prompt: 1.5h, run: 1d}
jobs: 8
prices:
  qwen3:32b: {input: 0, output: 0}
  house-model: {input: 1, cached: 0.1, output: 4}
primitives: [./primitives.js, ' more.js ']
functions: [./functions]
acts: {jobs: 3, sessions: 5}
http: {hosts: [api.example.com, '*.example.org'], keyed: [api.example.com]}
mcp:
  files: {command: mcp-files, args: [".", -v], cwd: docs}
  issue-tracker:
    command: " tracker "
    env: {LEVEL: 2}
    secrets: [TOKEN, TOKEN, OTHER]
    timeout: 30s
    tools:
      add: {class: write, identity: [/id, /a~1b], settles: keyed}
      list: {}
`;

test('every key is read', () => {
  expect(read(whole)).toEqual({
    diagnostics: [],
    configuration: {
      tiers: {
        smart: { runner: 'claude', model: 'opus' },
        general: { runner: 'codex', model: 'gpt-5-codex' },
        // No agent is called qwen: the slash is a part of the model's name.
        fast: { runner: null, model: 'qwen/qwen3-32b' },
      },
      agent: 'claude',
      budget: {
        nanoUsd: 5e9,
        workflows: new Map([
          ['self-test', { nanoUsd: 2.5e9, tokens: 200_000 }],
          ['research', { nanoUsd: null, tokens: 1000 }],
        ]),
      },
      secrets: new Map([
        ['DB_PASSWORD', { from: 'env', variable: 'PGPASSWORD' }],
        ['TOKEN', { from: 'file', path: '.secrets/token' }],
        ['KEY', { from: 'command', command: 'pass show key' }],
      ]),
      timeout: { commandMs: 90_000, promptMs: durationMsOf('90m'), runMs: durationMsOf('24h') },
      jobs: 8,
      prices: new Map([
        ['qwen3:32b', { input: 0, cached: 0, output: 0 }],
        ['house-model', { input: 1, cached: 0.1, output: 4 }],
      ]),
      sandbox: 'strict',
      mcp: new Map([
        ['files', { command: 'mcp-files', args: ['.', '-v'], env: new Map(), cwd: 'docs', secrets: [], tools: new Map(), timeoutMs: null }],
        [
          'issue-tracker',
          {
            command: 'tracker',
            args: [],
            env: new Map([['LEVEL', '2']]),
            cwd: null,
            secrets: ['TOKEN', 'OTHER'],
            tools: new Map([
              ['add', { effect: 'write', identity: ['/id', '/a~1b'], settles: 'keyed' }],
              ['list', {}],
            ]),
            timeoutMs: 30_000,
          },
        ],
      ]),
      primitives: ['./primitives.js', 'more.js'],
      functions: ['./functions'],
      acts: { jobs: 3, sessions: 5 },
      http: { hosts: ['api.example.com', '*.example.org'], keyed: ['api.example.com'] },
    },
  });
});

test.each(['', '# nothing yet\n', '---\n', 'tiers:\nagent: ~\nbudget: {}\njobs:\n', 'agent: ""\n', '{}\n'])(
  'a file that says nothing is one: %j',
  (text) => {
    expect(read(text)).toEqual({ configuration: emptyConfiguration, diagnostics: [] });
  },
);

test.each([
  ['openai/', { runner: 'openai', model: null }],
  ['{runner: claude}', { runner: 'claude', model: null }],
  ['{runner: openai, model: claude/x}', { runner: 'openai', model: 'claude/x' }],
  ['{model: claude/x}', { runner: 'claude', model: 'x' }],
  ['/x', { runner: null, model: '/x' }],
  ['4', { runner: null, model: '4' }],
])('a tier may be written as %s', (written, target) => {
  expect(read(`tiers: {fast: ${written}}`).configuration?.tiers).toEqual({ fast: target });
});

test.each<[what: string, text: string, told: string[]]>([
  ['a misspelled key', 'teirs: {}', ['1:1 workflow/unknown-key unknown key "teirs" in pawl.yml | did you mean "tiers"?']],
  ['a tier of another name', 'tiers: {smrt: x}', ['1:9 workflow/unknown-key unknown key "smrt" in the tiers | did you mean "smart"?']],
  [
    'a key of a workflow',
    'timeout: {steps: 5m}',
    ['1:11 workflow/unknown-key unknown key "steps" in the timeouts | the keys here are command, prompt, run'],
  ],
  ['a key of another map', 'usd: 5', ['1:1 workflow/unknown-key unknown key "usd" in pawl.yml | it belongs in the budget']],
  ['what is called otherwise here', 'runner: x', ['1:1 workflow/unknown-key unknown key "runner" in pawl.yml | here it is called "agent"']],
  ['an agent that there is not', 'agent: cluade', ['1:8 configuration/unknown-agent agent "cluade" is no agent | did you mean "claude"?']],
  ['an agent like no other', 'agent: me', ['1:8 configuration/unknown-agent agent "me" is no agent | known: claude, codex, openai']],
  [
    'a runner that there is not',
    'tiers: {fast: {runner: gpt}}',
    ['1:24 configuration/unknown-agent runner "gpt" is no agent | known: claude, codex, openai'],
  ],
  [
    'a tier of nothing',
    'tiers: {fast: {}}',
    ['1:15 configuration/empty-tier fast names neither an agent nor a model | for example fast: claude/opus'],
  ],
  [
    'a tier that could not be read',
    'tiers: {fast: {modle: x}}',
    ['1:16 workflow/unknown-key unknown key "modle" in a tier | did you mean "model"?'],
  ],
  [
    'a tier that is a list',
    'tiers: {fast: [x]}',
    ['1:15 workflow/wrong-type fast must be text, or a map of keys: runner, model, key, context; here is a list'],
  ],
  ['no money', 'budget: {usd: 0}', ['1:15 configuration/invalid-amount 0 dollars is no amount above zero | leave it out for no limit']],
  [
    'less than no money',
    'budget: {workflows: {a: {usd: -1}}}',
    ['1:31 configuration/invalid-amount -1 dollars is no amount above zero | leave it out for no limit'],
  ],
  [
    'no tokens',
    'budget: {workflows: {a: {tokens: 0}}}',
    ['1:34 configuration/invalid-amount tokens is 0, and must be at least 1 | a number of tokens'],
  ],
  ['no jobs', 'jobs: 0', ['1:7 configuration/invalid-amount jobs is 0, and must be at least 1 | for example 4']],
  [
    'a price below zero',
    'prices: {a: {input: 1, output: -1}}',
    ['1:32 configuration/invalid-amount output is -1, which is no price | dollars, from 0'],
  ],
  [
    'half a price',
    'prices: {a: {cached: 1, inptu: 1}}',
    [
      '1:10 configuration/incomplete-price the price of a lacks output | dollars for a million tokens; 0 where it costs nothing',
      '1:25 workflow/unknown-key unknown key "inptu" in a price | did you mean "input"?',
    ],
  ],
  [
    'a price of nothing',
    'prices:\n  a:\n',
    [
      '2:3 configuration/incomplete-price the price of a lacks input | dollars for a million tokens; 0 where it costs nothing',
      '2:3 configuration/incomplete-price the price of a lacks output | dollars for a million tokens; 0 where it costs nothing',
    ],
  ],
  ['money in quotes', 'budget: {usd: "2.5"}', ['1:15 workflow/wrong-type usd must be a number; here is "2.5" | write it without quotes']],
  ['money with a sign', 'budget: {usd: $2}', ['1:15 workflow/wrong-type usd must be a number; here is "$2"']],
  ['infinite money', 'budget: {usd: .inf}', ['1:15 workflow/wrong-type usd must be a number; here is ".inf"']],
  [
    'secrets in a list',
    'secrets: [A]',
    ['1:10 workflow/wrong-type secrets must be a map: the name of a secret and what belongs to it; here is a list'],
  ],
  [
    'a secret as text',
    'secrets: {A: hunter2}',
    ['1:14 workflow/wrong-type A must be a map of keys: env, file, command; here is "hunter2"'],
  ],
  [
    'a secret of nothing',
    'secrets: {A: ~}',
    ['1:11 configuration/secret-source the secret A comes from nowhere | exactly one of env, file and command'],
  ],
  [
    'a secret of no value',
    'secrets:\n  A:\n',
    ['2:3 configuration/secret-source the secret A comes from nowhere | exactly one of env, file and command'],
  ],
  [
    'a secret that is only a name, in braces',
    'secrets: {A}',
    ['1:11 configuration/secret-source the secret A comes from nowhere | exactly one of env, file and command'],
  ],
  [
    'a secret that << brings without a source, where << stands',
    'secrets:\n  <<: {A}\n',
    ['2:3 configuration/secret-source the secret A comes from nowhere | exactly one of env, file and command'],
  ],
  [
    'a secret of two places',
    'secrets: {A: {env: B, file: c}}',
    ['1:11 configuration/secret-source the secret A comes from 2 places | exactly one of env, file and command'],
  ],
  [
    'a secret that could not be read',
    'secrets: {A: {evn: B}}',
    ['1:15 workflow/unknown-key unknown key "evn" in a secret | did you mean "env"?'],
  ],
  [
    'a name that is no variable',
    'secrets: {a-b: {env: B}}',
    [
      '1:11 configuration/secret-name "a-b" can be no name of a secret: it is the variable that steps get it in | letters, digits and _, as in DB_PASSWORD; not PAWL_… or DEVKIT_…',
    ],
  ],
  [
    'a variable of ours',
    'secrets: {PAWL_INPUT: {env: B}}',
    [
      '1:11 configuration/secret-name "PAWL_INPUT" can be no name of a secret: it is the variable that steps get it in | letters, digits and _, as in DB_PASSWORD; not PAWL_… or DEVKIT_…',
    ],
  ],
  [
    'an alias that names nothing',
    'secrets: {A: *b}',
    ['1:14 workflow/unknown-alias the alias *b names no anchor before it | a text that begins with * must be quoted'],
  ],
  [
    'two documents',
    'jobs: 1\n---\njobs: 2\n',
    [
      '2:1 workflow/second-document a second document begins here; a file holds one configuration | delete it, or make it a file of its own',
    ],
  ],
  [
    'a list',
    '- a',
    ['1:1 workflow/wrong-type a configuration is a map of keys | the keys are tiers, agent, budget, secrets, timeout, jobs, prices, mcp'],
  ],
  [
    'a server of no command',
    'mcp: {a: {}, b: {command: " "}, c: {cmd: x}}',
    [
      '1:7 configuration/mcp-server the MCP server a has no command | the program that is the server',
      '1:14 configuration/mcp-server the MCP server b has no command | the program that is the server',
      '1:37 workflow/unknown-key unknown key "cmd" in an MCP server | here it is called "command"',
    ],
  ],
  [
    'a server whose name code cannot write',
    'mcp: {a.b: {command: x}, then: {command: x}}',
    [
      '1:7 configuration/mcp-server "a.b" can be no name of an MCP server: code calls its tools as ctx.mcp.NAME.TOOL | letters, digits, _ and -, as in issue-tracker',
      '1:26 configuration/mcp-server "then" can be no name of an MCP server: code calls its tools as ctx.mcp.NAME.TOOL | letters, digits, _ and -, as in issue-tracker',
    ],
  ],
  [
    'variables that a server cannot have',
    'mcp: {a: {command: x, env: {a-b: c, GIT_DIR: d, PAWL_X: e, OK: f}, secrets: [OK, d-e]}}',
    [
      '1:29 configuration/mcp-environment "a-b" can be no variable of an MCP server | letters, digits and _, as in LOG_LEVEL; not PAWL_…, DEVKIT_… or GIT_…',
      '1:37 configuration/mcp-environment "GIT_DIR" can be no variable of an MCP server | letters, digits and _, as in LOG_LEVEL; not PAWL_…, DEVKIT_… or GIT_…',
      '1:49 configuration/mcp-environment "PAWL_X" can be no variable of an MCP server | letters, digits and _, as in LOG_LEVEL; not PAWL_…, DEVKIT_… or GIT_…',
      '1:78 configuration/mcp-environment "OK" is a secret of the MCP server a and stands in its env too | delete it from env: the value of a secret stands in no file',
      '1:82 configuration/mcp-environment "d-e" can be no name of a secret | letters, digits and _, as in LOG_LEVEL; not PAWL_…, DEVKIT_… or GIT_…',
    ],
  ],
  [
    'what tools are not',
    'mcp: {a: {command: x, tools: {t: {class: readonly, identity: [id, /a~b, ""], settles: probe}}}}',
    [
      '1:42 configuration/effect-class invalid class "readonly" | it is pure or read or idempotent or write or irreversible',
      '1:63 configuration/identity identity "id" is no JSON Pointer | the path to an argument, as /path or /item/id',
      '1:67 configuration/identity identity "/a~b" is no JSON Pointer | the path to an argument, as /path or /item/id',
      '1:73 configuration/identity identity "" is no JSON Pointer | the path to an argument, as /path or /item/id',
      '1:87 configuration/settles invalid settles "probe" | it is keyed or none',
    ],
  ],
  ['no YAML', 'tiers: [', ['1:9 workflow/syntax']],
])('%s is told', (_, text, told) => {
  const { configuration, diagnostics } = read(text);
  expect(configuration).toBeNull();
  const said = diagnostics.map(
    ({ line, column, code, message, hint }) => `${line}:${column} ${code} ${message}${hint ? ` | ${hint}` : ''}`,
  );
  expect(said.map((each, index) => (told[index] === '1:9 workflow/syntax' ? each.slice(0, 19) : each))).toEqual(told);
});

test('names under << count, and every mistake is told at once', () => {
  const shared = 'prices:\n  a: &p {input: 1, output: 2}\n  b:\n    <<: *p\n    output: 3\n';
  expect(read(shared).configuration?.prices.get('b')).toEqual({ input: 1, cached: 1, output: 3 });
  expect(read('jobs: 0\nagnet: x\nbudget: {usd: -1}\n').diagnostics.map(({ line }) => line)).toEqual([1, 2, 3]);
});

test('a tier is one of three names', () => {
  expect(['smart', 'general', 'fast', 'Smart', 'claude', '', null].map(isTier)).toEqual([true, true, true, false, false, false, false]);
});

test('a limit may be in tokens alone or in dollars alone, and for the default or for a workflow alone', () => {
  expect(read('budget: {usd: 1}').configuration?.budget).toEqual({ nanoUsd: 1e9, workflows: new Map() });
  expect(read('budget: {workflows: {a: {usd: 2}, b: {tokens: 3}}}').configuration?.budget).toEqual({
    nanoUsd: null,
    workflows: new Map([
      ['a', { nanoUsd: 2e9, tokens: null }],
      ['b', { nanoUsd: null, tokens: 3 }],
    ]),
  });
});

test('a named entry may be an alias; one of nothing lacks what it should have', () => {
  const { configuration } = read('secrets:\n  A: &one {env: X}\n  B: *one\n');
  expect([...(configuration?.secrets.entries() ?? [])].map(([name]) => name)).toEqual(['A', 'B']);
  expect(read('secrets:\n  A:\n').diagnostics).toMatchObject([{ code: 'configuration/secret-source' }]);
});

const address = 'http://127.0.0.1:8080/v1';

test.each([
  ['anthropic/claude-opus-5', { runner: 'anthropic', model: 'claude-opus-5' }],
  [
    `{runner: "${address}", model: m, key: HOUSE_KEY, context: 9000}`,
    { runner: address, model: 'm', keyVariable: 'HOUSE_KEY', contextTokens: 9000 },
  ],
  ['{model: claude/x, context: 1, key: " "}', { runner: 'claude', model: 'x', contextTokens: 1 }],
])('a tier of acts may be written as %s', (written, target) => {
  const { configuration, diagnostics } = parseConfiguration(`tiers: {fast: ${written}}`, agents, ['anthropic']);
  expect([configuration?.tiers, diagnostics]).toEqual([{ fast: target }, []]);
});

test('only tiers may be given to a provider of models, and only to one that is known', () => {
  const told = (text: string) =>
    parseConfiguration(text, agents, ['anthropic']).diagnostics.map(({ code, message }) => `${code}: ${message}`);
  expect(told('agent: anthropic')).toEqual(['configuration/unknown-agent: agent "anthropic" is no agent']);
  expect(told('tiers: {smart: {runner: antropic}}')).toEqual(['configuration/unknown-agent: runner "antropic" is no agent']);
  expect(told('tiers: {smart: {runner: "http://"}}')).toEqual(['configuration/unknown-agent: runner "http://" is no agent']);
  expect(told('tiers: {smart: {model: m, context: 0}}')).toEqual([expect.stringContaining('configuration/invalid-amount: context is 0')]);
});
