/** A primitive's dotted name as code writes it: `ctx.fs.read`, `ctx.mcp.files["list-all"]`. */
export const ctxPath = (name: string): string =>
  `ctx${name
    .split('.')
    .map((part) => (/^[A-Za-z_$][\w$]*$/.test(part) ? `.${part}` : `[${JSON.stringify(part)}]`))
    .join('')}`;

/** Words that mean something else of every object, or make `await` take it for a promise. */
const noWords: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype', 'then']);

/** Whether code can call what has this name. */
export const isReachable = (name: string): boolean => name.split('.').every((word) => !noWords.has(word));
