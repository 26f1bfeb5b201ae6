/** A command's output ends with the line that says how it ended. */
const exitLine = /\n?exit code: \d+$/;

/** What an output says, without the line that tells a command's exit code. */
export const withoutExitLine = (output: string): string => output.replace(exitLine, '').trim();

/**
 * The items that an output lists: those of a JSON list (texts as they are, anything else as JSON), or else its lines that are not
 * blank, without the line that tells a command's exit code.
 */
export function itemsOf(output: string): string[] {
  const text = withoutExitLine(output);
  const list = jsonListOf(text);
  if (list !== null) return list.map((item) => (typeof item === 'string' ? item : JSON.stringify(item)));
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

function jsonListOf(text: string): unknown[] | null {
  if (!text.startsWith('[')) return null;
  try {
    return JSON.parse(text) as unknown[];
  } catch {
    return null;
  }
}
