/**
 * Loads a module of the user's own, by its URL. In the bundle of the command line `bin/chunks.js` does it: code that `node:vm` compiles has no loader of
 * modules but an experimental one that warns (`build/bundle.ts` puts it in).
 */
export const importFile = (url: string): Promise<Readonly<Record<string, unknown>>> => import(url);
