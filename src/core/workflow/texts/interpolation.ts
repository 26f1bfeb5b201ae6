/** How much of one value a prompt takes; a longer one is cut to head and tail, with the path of the whole. */
const interpolatedLimitChars = 256 * 1024;

const placeholder = /\{\{([^{}]+)\}\}/g;

/** The names in double braces that a template mentions, each once, in order. */
export function placeholderNames(template: string): string[] {
  return [...new Set([...template.matchAll(placeholder)].map((match) => match[1] as string))];
}

/**
 * Fills `{{name}}` in one pass: a value is inserted as it is and never expanded again; a name that `lookup` does not
 * know (`undefined`) stays as it was written. Only exact names count: `{{ input }}` is text.
 */
export function interpolate(template: string, lookup: (name: string) => string | undefined): string {
  return template.replace(placeholder, (whole, name: string) => lookup(name) ?? whole);
}

/** A value cut to head and tail where it is too long for a prompt; `path` is where the whole can be read. */
export function clipped(text: string, path: string, limitChars = interpolatedLimitChars): string {
  if (text.length <= limitChars) return text;
  const half = Math.floor(limitChars / 2);
  const left = text.length - 2 * half;
  return `${text.slice(0, half)}\n[... ${left} characters left out; the whole is in ${path} ...]\n${text.slice(-half)}`;
}
