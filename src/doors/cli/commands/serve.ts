import { type CliCommand, examples } from '../cli-command.ts';
import { printRefusal } from '../print-refusal.ts';
import type { Terminal } from '../terminal.ts';

interface Options {
  readonly port?: string;
  readonly webhooks: boolean;
  readonly once?: true;
  readonly json?: true;
}

const usualPort = '7395';

/** So long what is at work may take to end when the server is told to; then it is left to the next one. */
const graceMs = 10_000;

export const serve: CliCommand = {
  register(program, terminal, done) {
    program
      .command('serve')
      .description('run the tasks of this folder when they are due, and take calls of their webhooks, until Ctrl-C')
      .option('--port <n>', `where webhooks are called, on this machine alone; 0 for one that is free (default: ${usualPort})`)
      .option('--no-webhooks', 'take no calls')
      .option('--once', 'run what is due now and end')
      .option('--json', 'one JSON object a line')
      .addHelpText(
        'after',
        `\nSeveral at once are well: each occurrence is run once. Ctrl-C or SIGTERM: nothing new begins; what is at work has ${graceMs / 1000} s to\nend, and is taken up by the next pawl serve where it has not.\n${examples(['pawl serve', 'pawl serve --once', 'pawl serve --port 8080 --json'])}`,
      )
      .action(async (options: Options) => done(await served(terminal, options)));
  },
};

async function served(terminal: Terminal, { port, webhooks, once, json }: Options): Promise<number> {
  if (port !== undefined && !/^\d{1,5}$/.test(port)) {
    const message = `--port is a number up to 65535, not "${port}"`;
    return printRefusal(terminal, { code: 'cli/usage', message, hint: 'leave it out for the usual one' }, json === true);
  }
  const { startServer } = await import('../../../app/tasks/start-server.ts');
  const { serveJson, serveLines } = await import('../task/serve-lines.ts');
  const stop = new AbortController();
  const leave = (): void => {
    if (stop.signal.aborted) process.exit(130);
    if (!json) terminal.err('\nnothing new begins; waiting for what is at work (once more: at once)');
    stop.abort();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, leave);
  const server = await startServer({
    cwd: terminal.cwd,
    env: terminal.env,
    stopping: stop.signal,
    once: once === true,
    port: webhooks ? Number(port ?? usualPort) : null,
    isPortAsked: port !== undefined,
    watch: json ? serveJson(terminal) : serveLines(terminal),
  });
  if (!server.ok) return printRefusal(terminal, server.failure, json === true);
  if (stop.signal.aborted) {
    // What is at work then is as if this process had died: that is what its journal is for.
    setTimeout(() => {
      if (!json) terminal.err('what is at work is left to the next pawl serve');
      process.exit(0);
    }, graceMs).unref();
  }
  await server.value.working;
  await server.value.close();
  return 0;
}
