import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { claudeTiers } from '../src/adapters/runner/claude/arguments.ts';
import { codexTiers } from '../src/adapters/runner/codex/arguments.ts';
import { geminiTiers } from '../src/adapters/runner/gemini/arguments.ts';
import { type AgentName, agentNames } from '../src/app/agents/agent-names.ts';
import { agents } from '../src/app/agents/agents.ts';
import { LateActs } from '../src/app/agents/late-acts.ts';
import type { Programs } from '../src/ports/programs.ts';
import type { Call } from '../src/ports/runner.ts';

/** What no call shows: it depends on what the program reports. */
interface Told {
  readonly cost: string;
  readonly tokens: string;
  readonly turns: string;
  readonly tiers: string;
}

const tiersText = (tiers: Readonly<Record<string, string>>): string => Object.values(tiers).join(' / ');

const counted = 'no; counted from its tokens, where the price of the model is known';

const told: Readonly<Record<AgentName, Told>> = {
  claude: { cost: 'yes', tokens: 'yes, of calls that failed too', turns: '30, its own limit', tiers: tiersText(claudeTiers) },
  codex: { cost: counted, tokens: 'yes, of turns that were completed', turns: 'no limit but time', tiers: tiersText(codexTiers) },
  gemini: { cost: counted, tokens: 'yes, but where Pawl ended it', turns: '30, counted by Pawl', tiers: tiersText(geminiTiers) },
  openai: { cost: 'no', tokens: 'as the server tells', turns: 'one', tiers: 'the configured model' },
  actor: { cost: counted, tokens: 'yes', turns: '60', tiers: 'as `pawl.yml` says, else those of the provider that has a key' },
  scripted: { cost: 'as the file says', tokens: 'as the file says', turns: 'one', tiers: 'none' },
};

/** What an agent was called with. */
interface Asked {
  readonly args: readonly string[];
  readonly stdin: string;
}

/** The table of all agents and the exact calls of those that are programs, in Markdown: made by calling them. */
export async function agentTable(): Promise<string> {
  const rows: string[] = [];
  const calls: string[] = [];
  for (const name of agentNames) {
    const { edits, normal, unsafe } = await tried(name);
    const { cost, tokens, turns, tiers } = told[name];
    rows.push(row([`\`${name}\``, agents[name].lookedFor, edits ? 'yes' : 'no', cost, tokens, principlesIn(name, normal), tiers, turns]));
    if (normal) calls.push(`${name} ${shown(normal)}`);
    if (unsafe) calls.push(`${name} ${shown(unsafe)}   # with --unsafe-agent`);
  }
  const head = row([
    'agent',
    'found by',
    'changes files',
    'tells its price',
    'tells its tokens',
    'principles',
    'smart / general / fast',
    'turns',
  ]);
  return [head, row(Array(8).fill('---')), ...rows, '', '```sh', ...calls, '```'].join('\n');
}

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

const principle = 'PRINCIPLES';

function principlesIn(name: AgentName, asked: Asked | null): string {
  if (asked?.args.some((each) => each.includes(principle))) return 'system prompt';
  if (asked?.stdin.includes(principle)) return 'head of the prompt';
  if (name === 'actor') return 'guidelines in the system prompt';
  return name === 'openai' ? 'system message' : 'not used';
}

const shown = ({ args }: Asked): string =>
  args.map((each) => (each.includes(principle) ? 'PRINCIPLES' : /[^\w./,-]/.test(each) ? `'${each}'` : each)).join(' ');

async function tried(name: AgentName): Promise<{ edits: boolean; normal: Asked | null; unsafe: Asked | null }> {
  const [normal, unsafe] = [await call(name, false), await call(name, true)];
  return { edits: normal.edits, normal: normal.asked, unsafe: normal.asked && unsafe.asked };
}

async function call(name: AgentName, unsafeAgent: boolean): Promise<{ edits: boolean; asked: Asked | null }> {
  let asked: Asked | null = null;
  const programs = {
    find: async () => `/bin/${name}`,
    stream: ({ argv, stdin }: { argv: readonly string[]; stdin?: unknown }) => {
      asked = { args: argv.slice(1), stdin: String(stdin) };
      return { stdout: (async function* () {})(), outcome: Promise.resolve(ended) };
    },
  } as unknown as Programs;
  const choice = { agent: name, script: { replies: [] }, unsafeAgent, callsMade: new Map<string, number>() };
  const loaded = await agents[name].load({
    env: {},
    programs,
    choice,
    prices: async () => ({ nanoUsdOf: () => null }),
    acts: new LateActs(),
  });
  if (!loaded.ok) throw new Error(`${name} could not be loaded: ${loaded.failure.message}`);
  if (agents[name].lookedFor.includes('on PATH')) await loaded.value.start(sample).answer;
  return { edits: loaded.value.edits, asked };
}

const ended = { end: { kind: 'exit', code: 0 }, stdout: Buffer.alloc(0), stderr: Buffer.alloc(0), droppedBytes: 0 };

const sample: Call = {
  step: 's',
  iteration: 1,
  inner: 'r.1',
  prompt: 'PROMPT',
  model: 'MODEL',
  principles: [principle],
  cwd: '/',
  env: {},
  timeoutMs: 1,
  signal: new AbortController().signal,
};

const page = fileURLToPath(new URL('../docs/runners.md', import.meta.url));
const [begin, end] = ['<!-- made by: node build/agent-table.ts --write -->', '<!-- until here -->'];

/** The page with the table as it is now; throws where the marks are missing. */
export async function pageWithTable(): Promise<{ readonly is: string; readonly wants: string }> {
  const is = readFileSync(page, 'utf8');
  const [from, to] = [is.indexOf(begin), is.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`${page} has no place for the table: a line "${begin}" and one "${end}"`);
  return { is, wants: `${is.slice(0, from)}${begin}\n${await agentTable()}\n${is.slice(to)}` };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  if (process.argv.includes('--write')) writeFileSync(page, (await pageWithTable()).wants);
  else console.log(await agentTable());
}
