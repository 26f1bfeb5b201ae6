import { amountOf, listOf, recordOf, textOf } from '../../../core/model/untrusted-json.ts';
import { activityLine, oneLine, shownPath } from '../../agent-cli/activity-line.ts';

/** Short lines about what an event of `claude` shows it doing ("edits src/a.ts", "runs npm test"); none for most events. */
export function activityOf(event: Readonly<Record<string, unknown>>, cwd: string): string[] {
  if (event.type === 'system' && event.subtype === 'api_retry') {
    const again = `waits to ask again (try ${amountOf(event.attempt) ?? '?'} of ${amountOf(event.max_retries) ?? '?'})`;
    return [`${again}: ${textOf(event.error) ?? 'the provider failed'}`];
  }
  if (event.type !== 'assistant') return [];
  return listOf(recordOf(event.message)?.content).flatMap((part) => {
    const block = recordOf(part);
    if (block?.type !== 'tool_use') return [];
    return [activityLine(toolLine(textOf(block.name) ?? 'a tool', recordOf(block.input) ?? {}, cwd))];
  });
}

function toolLine(tool: string, input: Readonly<Record<string, unknown>>, cwd: string): string {
  const path = shownPath(textOf(input.file_path) ?? textOf(input.notebook_path), cwd);
  switch (tool) {
    case 'Write':
      return `writes ${path}`;
    case 'Edit':
    case 'MultiEdit':
    case 'NotebookEdit':
      return `edits ${path}`;
    case 'Read':
      return `reads ${path}`;
    case 'Bash':
      return `runs ${oneLine(textOf(input.command) ?? 'a command')}`;
    case 'Grep':
    case 'Glob':
      return `searches for ${oneLine(textOf(input.pattern) ?? 'something')}`;
    default:
      return `uses ${oneLine(tool)}`;
  }
}
