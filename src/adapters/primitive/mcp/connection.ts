import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { Failure } from '../../../core/model/failure.ts';
import { fail, ok, type Result } from '../../../core/model/result.ts';
import { visible } from '../../../core/model/shown-text.ts';
import type { Programs } from '../../../ports/programs.ts';
import type { McpServer } from './mcp-server.ts';
import { ProgramTransport } from './program-transport.ts';
import { missingFolder, notStarted, type Rejected, type Unanswered, unanswered } from './server-failure.ts';

/** The longest that a timer of Node's can wait: the SDK's own limit never ends a request, ours does. */
const longestMs = 2 ** 31 - 1;

type Ask = (
  method: string,
  params: Record<string, unknown>,
  limits: Limits,
) => Promise<Result<Readonly<Record<string, unknown>>, Unanswered>>;

/** For how long a request is waited for. */
export interface Limits {
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** A server that runs and has said what it is. */
export class Connection {
  /** As it names itself, with its version. */
  readonly title: string;
  private readonly server: McpServer;
  private readonly client: Client;
  private readonly transport: ProgramTransport;
  private readonly send: Ask;

  private constructor(server: McpServer, client: Client, transport: ProgramTransport, send: Ask) {
    this.server = server;
    this.client = client;
    this.transport = transport;
    this.send = send;
    const { name, version } = client.getServerVersion() ?? { name: server.name, version: '' };
    this.title = visible(`${name} ${version}`.trim()).slice(0, 100);
  }

  /** Starts it and waits for its first answer. `signal`: nobody wants it any more. */
  static async open(programs: Programs, server: McpServer, signal: AbortSignal): Promise<Result<Connection, Failure>> {
    const missing = missingFolder(server);
    if (missing !== null) return fail(missing);
    // Loaded here: it takes 100 ms, and most runs have no server.
    const [{ Client }, { ResultSchema }] = await Promise.all([
      import('@modelcontextprotocol/sdk/client/index.js'),
      import('@modelcontextprotocol/sdk/types.js'),
    ]);
    const argv = [server.command, ...server.args] as const;
    const transport = new ProgramTransport(programs, { argv, cwd: server.cwd, env: server.env });
    const client = new Client({ name: 'pawl', version: '1' }, { capabilities: {}, jsonSchemaValidator: unused });
    // A message that nobody waits for: what a cancelled call gave, or a kind that came later than this client.
    client.onerror = () => undefined;
    const late = AbortSignal.timeout(server.startMs);
    try {
      await client.connect(transport, { timeout: longestMs, signal: AbortSignal.any([signal, late]) });
    } catch (error) {
      transport.kill();
      // Where its stdin is closed it has most likely ended, which says more than that.
      const outcome = await transport.ended;
      return fail(notStarted(server, transport, outcome, error as Error, signal, late));
    }
    const send: Ask = async (method, params, limits) => {
      const given = await asked(limits, (timed) => client.request({ method, params }, ResultSchema, { timeout: longestMs, signal: timed }));
      return given.ok ? given : fail(unanswered(server, transport, given.failure, limits));
    };
    return ok(new Connection(server, client, transport, send));
  }

  get hasEnded(): boolean {
    return this.transport.outcome !== null;
  }

  /** What it printed where messages belong; empty where it printed nothing there. */
  get noise(): string {
    return this.transport.noise.told;
  }

  get hasTools(): boolean {
    return this.client.getServerCapabilities()?.tools !== undefined;
  }

  /** Sends a request. The result is an object, and else not looked at. */
  async request(
    method: string,
    params: Record<string, unknown>,
    limits: Limits,
  ): Promise<Result<Readonly<Record<string, unknown>>, Unanswered>> {
    if (limits.signal.aborted)
      return fail({
        answered: true,
        failure: { kind: 'refused', message: `the MCP server "${this.server.name}" was not asked: it was stopped before` },
      });
    return this.send(method, params, limits);
  }

  /** Ends it, and all that it has started. */
  async close(): Promise<void> {
    await this.client.close();
    await this.transport.ended;
  }
}

/** The form of results is our own affair. */
const unused = { getValidator: () => () => ({ valid: true as const, data: undefined as never, errorMessage: undefined }) };

/** Asks for as long as the limits let it. */
async function asked<T>({ timeoutMs, signal }: Limits, ask: (signal: AbortSignal) => Promise<T>): Promise<Result<T, Rejected>> {
  const stop = new AbortController();
  let late = false;
  const timer = setTimeout(
    () => {
      late = true;
      stop.abort(new Error('late'));
    },
    Math.min(timeoutMs, longestMs),
  );
  try {
    return ok(await ask(AbortSignal.any([signal, stop.signal])));
  } catch (error) {
    return fail({ error: error as Error, late });
  } finally {
    clearTimeout(timer);
  }
}
