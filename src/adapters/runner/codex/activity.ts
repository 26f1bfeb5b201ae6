import { listOf, recordOf, textOf } from '../../../core/model/untrusted-json.ts';
import { activityLine, oneLine, shownPath } from '../../agent-cli/activity-line.ts';
import type { Fields } from '../../agent-cli/conversation.ts';

/** Lines about what an item of `codex` shows it doing; none for words, thoughts and lists of what it means to do. */
export function activityOf(item: Fields, cwd: string): string[] {
  return linesOf(item, cwd).map(activityLine);
}

function linesOf(item: Fields, cwd: string): string[] {
  switch (item.type) {
    case 'command_execution':
      return [`runs ${oneLine(commandIn(textOf(item.command) ?? 'a command'))}`];
    case 'file_change':
      return listOf(item.changes).map((change) => changeLine(recordOf(change) ?? {}, cwd));
    case 'web_search':
      return [`searches the web for ${oneLine(textOf(item.query) ?? 'something')}`];
    case 'mcp_tool_call':
      return [`uses ${oneLine([item.server, item.tool].map(textOf).filter(Boolean).join('.') || 'a tool')}`];
    default:
      return [];
  }
}

function changeLine(change: Fields, cwd: string): string {
  const path = shownPath(textOf(change.path), cwd);
  if (change.kind === 'add') return `writes ${path}`;
  return change.kind === 'delete' ? `removes ${path}` : `edits ${path}`;
}

/** The command without the shell that codex puts around it: `/bin/bash -lc 'npm test'`. */
function commandIn(command: string): string {
  const inner = /^\S*sh -l?c (.*)$/s.exec(command)?.[1] ?? command;
  return /^'.*'$/s.test(inner) ? inner.slice(1, -1).replaceAll(`'\\''`, `'`) : inner;
}
