import { recordOf, textOf } from '../../../core/model/untrusted-json.ts';
import { activityLine, oneLine, shownPath } from '../../agent-cli/activity-line.ts';
import type { Fields } from '../../agent-cli/conversation.ts';

/** Lines about what an event of `gemini` shows it doing; none for most events. */
export function activityOf(event: Fields, cwd: string): string[] {
  if (event.type !== 'tool_use') return [];
  const line = toolLine(textOf(event.tool_name) ?? 'a tool', recordOf(event.parameters) ?? {}, cwd);
  return line === null ? [] : [activityLine(line)];
}

function toolLine(tool: string, input: Fields, cwd: string): string | null {
  const path = shownPath(textOf(input.file_path) ?? textOf(input.absolute_path), cwd);
  switch (tool) {
    case 'write_file':
      return `writes ${path}`;
    case 'replace':
      return `edits ${path}`;
    case 'read_file':
      return `reads ${path}`;
    case 'run_shell_command':
      return `runs ${oneLine(textOf(input.command) ?? 'a command')}`;
    case 'glob':
    case 'grep_search':
    case 'search_file_content':
      return `searches for ${oneLine(textOf(input.pattern) ?? 'something')}`;
    // A heading for its own screen.
    case 'update_topic':
      return null;
    default:
      return `uses ${oneLine(tool)}`;
  }
}
