import { amountOf, recordOf, textOf } from '../../../core/model/untrusted-json.ts';

/** What a call did to one path of the work tree. Paths are bytes, relative to its root, parts divided by `/`. */
export type Change =
  /** `mode`: the permission bits. */
  | { readonly kind: 'file'; readonly path: Buffer; readonly mode: number; readonly content: Buffer }
  | { readonly kind: 'link'; readonly path: Buffer; readonly target: Buffer }
  /** A file, or a folder with all that was in it. */
  | { readonly kind: 'gone'; readonly path: Buffer };

/** Whether a path says nothing that must not be written down; as bytes it would be base64, in which nobody can put a mark. */
export function isTellable({ path }: Change, redact: (text: string) => string): boolean {
  const text = path.toString();
  return redact(text) === text;
}

/** As JSON: what is UTF-8 is text, the rest is base64; `redact` sees both, but for paths, which have to be tellable. */
export function changeJson(change: Change, redact: (text: string) => string): object {
  const path = bytesJson(change.path, (text) => text);
  switch (change.kind) {
    case 'file':
      return { kind: 'file', path, mode: change.mode.toString(8), content: bytesJson(change.content, redact) };
    case 'link':
      return { kind: 'link', path, target: bytesJson(change.target, redact) };
    case 'gone':
      return { kind: 'gone', path };
  }
}

/** A change from its JSON; null for what is none. */
export function changeOf(json: Readonly<Record<string, unknown>> | null): Change | null {
  const path = bytesOf(json?.path);
  if (path === null || path.length === 0) return null;
  if (json?.kind === 'gone') return { kind: 'gone', path };
  if (json?.kind === 'link') {
    const target = bytesOf(json.target);
    return target === null ? null : { kind: 'link', path, target };
  }
  const content = bytesOf(json?.content);
  const mode = /^[0-7]{1,4}$/.test(textOf(json?.mode) ?? '') ? amountOf(Number.parseInt(json?.mode as string, 8)) : null;
  return json?.kind !== 'file' || content === null || mode === null ? null : { kind: 'file', path, mode, content };
}

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function bytesJson(bytes: Buffer, redact: (text: string) => string): string | { base64: string } {
  try {
    return redact(strict.decode(bytes));
  } catch {
    return { base64: redact(bytes.toString('base64')) };
  }
}

function bytesOf(json: unknown): Buffer | null {
  if (typeof json === 'string') return Buffer.from(json, 'utf8');
  const base64 = recordOf(json)?.base64;
  return typeof base64 === 'string' ? Buffer.from(base64, 'base64') : null;
}
