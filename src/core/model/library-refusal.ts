/** Why the library was not changed or asked. Closed, and each with its page, as all reasons to refuse. */
export const libraryRefusalCodes = [
  'library/name-taken',
  'library/duplicate',
  'library/unknown-name',
  'library/unknown-id',
  'library/unknown-set',
  'library/effect-lowered',
  'library/needs-environment',
  'library/unknown-environment',
  'library/invalid-guidance',
  'library/invalid-environment',
  'library/invalid-function',
  'library/not-deleted',
  'library/in-use',
  'library/pinned',
  'library/changed-since',
  'library/case-differs',
  'library/invalid-case',
  'library/unavailable',
  'library/damaged',
  'library/packages-not-installed',
  'library/export-not-made',
] as const;

export type LibraryRefusalCode = (typeof libraryRefusalCodes)[number];

export const isOfLibrary = (code: string): code is LibraryRefusalCode => code.startsWith('library/');

/** Misuse (2) where the request itself was wrong; else the work failed (1). */
export function libraryExitCodeOf(code: LibraryRefusalCode): 1 | 2 {
  switch (code) {
    case 'library/name-taken':
    case 'library/duplicate':
    case 'library/unknown-name':
    case 'library/unknown-id':
    case 'library/unknown-set':
    case 'library/effect-lowered':
    case 'library/needs-environment':
    case 'library/unknown-environment':
    case 'library/invalid-guidance':
    case 'library/invalid-environment':
    case 'library/invalid-function':
    case 'library/not-deleted':
    case 'library/invalid-case':
      return 2;
    case 'library/in-use':
    case 'library/pinned':
    case 'library/changed-since':
    case 'library/case-differs':
    case 'library/unavailable':
    case 'library/damaged':
    case 'library/packages-not-installed':
    case 'library/export-not-made':
      return 1;
  }
}
