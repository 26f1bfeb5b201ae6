import { fail } from '../../core/model/result.ts';
import type { Packages } from '../../ports/packages.ts';
import type { Sandbox } from '../../ports/sandbox.ts';
import type { Secrets } from '../../ports/secrets.ts';

const refused = fail({ kind: 'refused', message: 'a librarian runs nothing' } as const);

/** A librarian judges and does not act: it has no tool that needs any of these. */
export const nothingRuns: { readonly sandbox: Sandbox; readonly packages: Packages; readonly secrets: Secrets } = {
  sandbox: { layers: async () => [], open: async () => refused, close: async () => undefined },
  packages: { install: async () => refused, restore: async () => refused, there: async () => null },
  secrets: { read: async () => refused },
};

export const noSession = { memoryBytes: 1, packages: null } as const;

/** Nobody is asked: it has no effects that could be in doubt. */
export const noPerson = { ask: async (): Promise<null> => null };
