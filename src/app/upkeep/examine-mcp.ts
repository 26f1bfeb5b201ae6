import { type OpenedServer, openMcpServers } from '../../adapters/primitive/mcp/mcp-primitives.ts';
import { sourcedSecrets } from '../../adapters/secrets/sourced-secrets.ts';
import { redactorOf } from '../../core/secrets/redactor.ts';
import type { Programs } from '../../ports/programs.ts';
import { configuredServers } from '../act/mcp-servers.ts';
import { newRunToken } from '../surroundings/run-id.ts';
import { programsOfRun } from '../surroundings/run-programs.ts';
import { readConfiguration } from '../workflows/configuration-file.ts';
import { type Finding, troubleOf } from './finding.ts';

/** Nobody waits longer for a report. */
const startMs = 20_000;

/** Each MCP server that `pawl.yml` names, started and asked for its tools, and ended again. */
export async function mcpFindings(root: string, env: Readonly<Record<string, string | undefined>>, real: Programs): Promise<Finding[]> {
  const read = await readConfiguration(root);
  // What is wrong with the file is a finding of its own.
  if (!read.ok || read.value.configuration.mcp.size === 0) return [];
  const { configuration } = read.value;
  const runToken = newRunToken();
  const programs = programsOfRun(real, runToken);
  const secrets = sourcedSecrets({ sources: configuration.secrets, env, folder: root, programs });
  const configured = await configuredServers(configuration, { root, env, runToken, secrets });
  const { words } = redactorOf(configured.secrets);
  const quick = configured.servers.map((server) => ({ ...server, startMs }));
  const opened = await openMcpServers(quick, programs, new AbortController().signal);
  try {
    const findings = [
      ...configured.failed.map(({ name, failure }) => troubleOf(`mcp ${name}`, 'poor', failure)),
      ...opened.servers.flatMap(findingsOf),
    ];
    return findings.map((finding) => ({ ...finding, found: words(finding.found) }));
  } finally {
    await opened.close();
    await programs.endAllWith(runToken);
  }
}

function findingsOf({ name, opened, warnings }: OpenedServer): Finding[] {
  const what = `mcp ${name}`;
  if (!opened.ok) return [troubleOf(what, 'poor', opened.failure)];
  const { title, tools } = opened.value;
  const found = `${title} answers, with ${tools} tool${tools === 1 ? '' : 's'}`;
  return [{ what, state: 'good', found }, ...warnings.map((warning): Finding => ({ what, state: 'poor', found: warning }))];
}
