import { effectClasses } from '../model/effect-class.ts';
import type { MapRow } from '../workflow/fields/field-table.ts';

type MapName =
  | 'configuration'
  | 'tiers'
  | 'tier'
  | 'budget'
  | 'limit'
  | 'secret'
  | 'timeout'
  | 'price'
  | 'http'
  | 'acts'
  | 'mcpServer'
  | 'mcpTool';

const text = { kind: 'text' } as const;
const texts = { kind: 'texts' } as const;
const duration = { kind: 'duration' } as const;
const amount = { kind: 'number', minimum: 0 } as const;
const tier = { kind: 'map', map: 'tier', short: 'model' } as const;

/** The one table of what `pawl.yml` may say, for the same reader, hints and JSON Schema as a workflow's. */
export const configurationTable = {
  configuration: {
    noun: 'pawl.yml',
    doc: 'How Pawl runs workflows in this repository. Options of the command line win over it, and it wins over the defaults.',
    fields: {
      tiers: {
        type: { kind: 'map', map: 'tiers' },
        doc: 'What the tiers of prompt steps mean: which agent, which model.',
        alsoCalled: ['models', 'model'],
      },
      agent: {
        type: text,
        doc: 'Who answers prompts where --agent names nobody; else the first agent that is found.',
        alsoCalled: ['runner', 'runners', 'agents', 'default_agent'],
      },
      budget: { type: { kind: 'map', map: 'budget' }, doc: 'What runs may use.', alsoCalled: ['budgets', 'limits', 'limit'] },
      secrets: {
        type: { kind: 'namedMaps', map: 'secret', of: 'the name of a secret' },
        doc: 'Where the values of secrets come from, by the names that steps call them. No value stands here.',
        alsoCalled: ['credentials'],
      },
      timeout: {
        type: { kind: 'map', map: 'timeout' },
        doc: 'How long things may take, such as 90s, 5m or 1.5h.',
        alsoCalled: ['timeouts', 'time_limit'],
      },
      jobs: {
        type: { kind: 'integer', minimum: 1 },
        doc: 'Parallel steps at once; 4 where nothing is said.',
        alsoCalled: ['concurrency', 'parallel', 'max_parallel'],
      },
      acts: { type: { kind: 'map', map: 'acts' }, doc: 'How much acts may have at once in one process.', alsoCalled: ['act'] },
      prices: {
        type: { kind: 'namedMaps', map: 'price', of: 'the name of a model' },
        doc: 'What the tokens of a model cost, where the list that comes with Pawl does not have it or has it wrong.',
        alsoCalled: ['pricing', 'costs'],
      },
      mcp: {
        type: { kind: 'namedMaps', map: 'mcpServer', of: 'the name of a server' },
        doc: 'MCP servers, whose tools code of an act calls as ctx.mcp.NAME.TOOL.',
        alsoCalled: ['mcpServers', 'mcp_servers', 'servers'],
      },
      primitives: {
        type: texts,
        doc: 'Files of your own that declare more of what code of an act may call, relative to this one.',
        alsoCalled: ['primitive'],
      },
      functions: {
        type: { kind: 'texts' },
        doc: 'Folders of functions that acts may call, relative to this file: each name.ts with name.schema.json beside it.',
        alsoCalled: ['function'],
      },
      sandbox: {
        type: { kind: 'choice', of: ['strict', 'weak'], code: 'configuration/sandbox' },
        doc: 'weak: code of an act runs although a layer of isolation is missing on this machine; strict where nothing is said.',
        alsoCalled: ['isolation'],
      },
      http: { type: { kind: 'map', map: 'http' }, doc: 'Which hosts code of an act may reach.', alsoCalled: ['network', 'hosts'] },
    },
  },
  acts: {
    noun: 'acts',
    doc: 'How much acts may have at once in one process. What is one too many waits 30 s, and fails then.',
    fields: {
      jobs: {
        type: { kind: 'integer', minimum: 1 },
        doc: 'Acts; 20 where nothing is said.',
        alsoCalled: ['at_once', 'max', 'concurrency'],
      },
      sessions: {
        type: { kind: 'integer', minimum: 1 },
        doc: 'Sessions of all of them; 20 where nothing is said.',
        alsoCalled: ['max_sessions'],
      },
    },
  },
  http: {
    noun: 'http',
    doc: 'Which hosts code of an act may reach: names such as api.example.com, *.example.com, example.com:8443.',
    fields: {
      hosts: {
        type: texts,
        doc: 'None where nothing is said. "*" is every public one; addresses of this machine and of networks around it must be named themselves.',
        alsoCalled: ['allow', 'allowed', 'allowed_hosts'],
      },
      keyed: {
        type: texts,
        doc: 'Hosts that honour the header Idempotency-Key: a write of which the answer was lost is sent there again.',
        alsoCalled: ['idempotent', 'idempotency_key'],
      },
    },
  },
  tiers: {
    noun: 'the tiers',
    doc: 'What smart, general and fast mean. A tier that is not named here means what the agent takes it for.',
    fields: {
      smart: { type: tier, doc: 'The best there is. As text: a model, or agent/model.' },
      general: { type: tier, doc: 'For most work. As text: a model, or agent/model.' },
      fast: { type: tier, doc: 'Cheap and quick. As text: a model, or agent/model.' },
    },
  },
  tier: {
    noun: 'a tier',
    doc: 'Who answers prompts of this tier, with which model; at least one of the two.',
    fields: {
      runner: {
        type: text,
        doc: 'The agent that is asked; whoever answers prompts where nothing is said. For acts: a provider of models, or the address of a server.',
        alsoCalled: ['agent', 'provider'],
      },
      model: { type: text, doc: 'The model, by the name that the agent knows it by.', alsoCalled: ['name', 'id'] },
      key: {
        type: text,
        doc: 'For acts, with the address of a server: the variable of the environment that holds its key.',
        alsoCalled: ['api_key', 'key_env'],
      },
      context: {
        type: { kind: 'integer', minimum: 1 },
        doc: 'For acts: tokens that a request and its reply may have together, where Pawl cannot know.',
        alsoCalled: ['context_window', 'context_tokens', 'max_context'],
      },
    },
  },
  budget: {
    noun: 'the budget',
    doc: 'What runs may use. It is looked at before every step and every iteration.',
    fields: {
      usd: {
        type: amount,
        doc: 'Dollars that any run may spend. Calls of models without a known price do not count, which is said.',
        alsoCalled: ['limit', 'max', 'dollars', 'money', 'max_usd', 'default'],
      },
      workflows: {
        type: { kind: 'namedMaps', map: 'limit', of: 'the name of a workflow' },
        doc: 'The limits of single workflows, by their names in `pawl list`.',
        alsoCalled: ['workflow', 'per_workflow'],
      },
    },
  },
  limit: {
    noun: 'the limit of a workflow',
    doc: 'What a run of this workflow may use.',
    fields: {
      usd: {
        type: amount,
        doc: 'Dollars, in place of those that any run may spend. A model without a known price is refused.',
        alsoCalled: ['limit', 'max', 'dollars', 'money', 'max_usd'],
      },
      tokens: {
        type: { kind: 'integer', minimum: 1 },
        doc: 'Tokens, in and out together, besides the limit that its file may have.',
        alsoCalled: ['max_tokens', 'token_limit'],
      },
    },
  },
  secret: {
    noun: 'a secret',
    doc: 'Where its value comes from: exactly one of these.',
    fields: {
      env: { type: text, doc: 'The variable of the environment that holds it.', alsoCalled: ['variable', 'var', 'from_env'] },
      file: { type: text, doc: 'The file that holds it, relative to this one.', alsoCalled: ['path', 'from_file'] },
      command: { type: text, doc: 'Shell text that prints it.', alsoCalled: ['run', 'cmd', 'exec', 'shell'] },
    },
  },
  timeout: {
    noun: 'the timeouts',
    doc: 'How long things may take.',
    fields: {
      command: { type: duration, doc: 'Each command and each gate; 10m where nothing is said.', alsoCalled: ['commands', 'gate', 'step'] },
      prompt: { type: duration, doc: 'Each call of the agent; 60m where nothing is said.', alsoCalled: ['prompts', 'agent', 'call'] },
      run: { type: duration, doc: 'The whole run; as long as it takes where nothing is said.', alsoCalled: ['total', 'workflow'] },
    },
  },
  mcpServer: {
    noun: 'an MCP server',
    doc: 'A program that offers tools over its stdin and stdout. It is started with an act and ended with it.',
    fields: {
      command: {
        type: text,
        required: true,
        doc: 'The program: a name on PATH, or a path. No shell reads it.',
        alsoCalled: ['cmd', 'run', 'program'],
      },
      args: { type: texts, doc: 'Its arguments, each as it stands.', alsoCalled: ['arguments', 'argv'] },
      env: {
        type: { kind: 'textMap' },
        doc: 'Variables of its environment, which else has only what programs need to run. No secrets: those are named below.',
        alsoCalled: ['environment'],
      },
      cwd: {
        type: text,
        doc: 'Where it runs, relative to this file; the folder of this file where nothing is said.',
        alsoCalled: ['folder', 'dir', 'working_directory'],
      },
      secrets: { type: texts, doc: 'Names of secrets that it alone gets in its environment.', alsoCalled: ['secret'] },
      tools: {
        type: { kind: 'namedMaps', map: 'mcpTool', of: 'the name of a tool' },
        doc: 'What its tools do, where the server does not say it or says it wrong.',
        alsoCalled: ['tool'],
      },
      timeout: { type: duration, doc: 'Each call; 5m where nothing is said.', alsoCalled: ['time_limit', 'call_timeout'] },
    },
  },
  mcpTool: {
    noun: 'a tool',
    doc: 'What a tool does, in place of what its server says.',
    fields: {
      class: {
        type: { kind: 'choice', of: effectClasses, code: 'configuration/effect-class' },
        doc: 'What a call does to the outside: pure, read, idempotent, write or irreversible.',
        alsoCalled: ['effect', 'effect_class', 'kind'],
      },
      identity: {
        type: texts,
        doc: 'JSON Pointers to the arguments that say which effect a call is, such as /path; all of them where nothing is said.',
        alsoCalled: ['key', 'keys'],
      },
      settles: {
        type: { kind: 'choice', of: ['keyed', 'none'], code: 'configuration/settles' },
        doc: 'With keyed the server does a call with an idempotency key that it has seen only once.',
        alsoCalled: ['settlement'],
      },
    },
  },
  price: {
    noun: 'a price',
    doc: 'In dollars for a million tokens.',
    fields: {
      input: { type: amount, required: true, doc: 'Of what is sent.', alsoCalled: ['in', 'prompt'] },
      cached: {
        type: amount,
        doc: 'Of what is sent and the provider has in its cache; as input where nothing is said.',
        alsoCalled: ['cache', 'cached_input', 'cache_read'],
      },
      output: { type: amount, required: true, doc: 'Of what comes back.', alsoCalled: ['out', 'completion'] },
    },
  },
} as const satisfies Record<MapName, MapRow<MapName>>;

export type ConfigurationTable = typeof configurationTable;
