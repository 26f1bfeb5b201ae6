import { quoted, shown } from '../model/shown-text.ts';
import type { Diagnoses } from '../workflow/diagnoses/diagnoses.ts';
import type { Fields, Named } from '../workflow/fields/fields.ts';
import { isBlank } from '../workflow/step-index.ts';
import type { ConfigurationTable } from './configuration-table.ts';
import { isSecretName } from './secret-name.ts';

type Server = Fields<'mcpServer', ConfigurationTable>;

/** Code writes it as a part of a path, and these mean something else of every object. */
const isCallable = (name: string): boolean =>
  /^[A-Za-z_][\w-]*$/.test(name) && !['__proto__', 'constructor', 'prototype', 'then'].includes(name);

/** What is wrong with an MCP server that could be read. */
export function checkMcpServer({ name, key, fields }: Named<Server>, diagnoses: Diagnoses): void {
  if (!isCallable(name)) {
    const message = `${quoted(name)} can be no name of an MCP server: code calls its tools as ctx.mcp.NAME.TOOL`;
    diagnoses.report('configuration/mcp-server', key, message, 'letters, digits, _ and -, as in issue-tracker');
  }
  const { command, tools } = fields.values;
  if (isBlank(command?.value) && !fields.unread.has('command'))
    diagnoses.report('configuration/mcp-server', key, `the MCP server ${shown(name)} has no command`, 'the program that is the server');
  checkEnvironment(name, fields, diagnoses);
  for (const tool of tools?.value ?? []) {
    for (const { text, place } of tool.fields.values.identity?.value ?? []) {
      if (/^\/([^~]|~[01])*$/.test(text.trim())) continue;
      const message = `identity ${quoted(text)} is no JSON Pointer`;
      diagnoses.report('configuration/identity', place, message, 'the path to an argument, as /path or /item/id');
    }
  }
}

const hint = 'letters, digits and _, as in LOG_LEVEL; not PAWL_…, DEVKIT_… or GIT_…';

function checkEnvironment(server: string, { values: { env, secrets } }: Server, diagnoses: Diagnoses): void {
  const variables = new Set(env?.value.map(({ name }) => name));
  for (const { name, key } of env?.value ?? []) {
    if (isSecretName(name) && !name.startsWith('GIT_')) continue;
    const message = `${quoted(name)} can be no variable of an MCP server`;
    diagnoses.report('configuration/mcp-environment', key, message, hint);
  }
  for (const { text, place } of secrets?.value ?? []) {
    const name = text.trim();
    if (!isSecretName(name)) {
      diagnoses.report('configuration/mcp-environment', place, `${quoted(name)} can be no name of a secret`, hint);
    } else if (variables.has(name)) {
      const message = `${quoted(name)} is a secret of the MCP server ${shown(server)} and stands in its env too`;
      diagnoses.report('configuration/mcp-environment', place, message, 'delete it from env: the value of a secret stands in no file');
    }
  }
}
