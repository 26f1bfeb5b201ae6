import type { Failure } from '../../../core/model/failure.ts';
import { fail, type Result } from '../../../core/model/result.ts';
import type { Programs } from '../../../ports/programs.ts';
import { Connection } from './connection.ts';
import type { McpServer } from './mcp-server.ts';

/** A server over the time of an act: it is started when it is first wanted, and once more by each call that finds it ended. */
export class LiveServer {
  readonly server: McpServer;
  private readonly programs: Programs;
  private readonly closing = new AbortController();
  private opened: Promise<Result<Connection, Failure>> | null = null;

  constructor(server: McpServer, programs: Programs) {
    this.server = server;
    this.programs = programs;
  }

  /** Those who want it at the same moment wait for the same start. */
  async connection(): Promise<Result<Connection, Failure>> {
    const last = this.opened;
    const before = await last;
    if (before?.ok && !before.value.hasEnded) return before;
    if (this.closing.signal.aborted)
      return fail({ kind: 'cancelled', message: `the MCP server "${this.server.name}" was ended, as the act is over` });
    // Unless another one has started it while this one waited.
    if (this.opened === last) this.opened = Connection.open(this.programs, this.server, this.closing.signal);
    return this.opened as Promise<Result<Connection, Failure>>;
  }

  /** What the server that runs now, or ran last, printed where messages belong. */
  async noise(): Promise<string> {
    const opened = await this.opened;
    return opened?.ok ? opened.value.noise : '';
  }

  async close(): Promise<void> {
    this.closing.abort();
    const opened = await this.opened;
    if (opened?.ok) await opened.value.close();
  }
}
