/** What the operating system says where a write fails for the storage's sake, whoever writes what. */
const codes: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EFBIG', 'EIO']);

/**
 * The mark of a `Failure` that says nothing of the work: the disk is full, a quota is used up, the file system fails or has become
 * read-only. Nothing for any other error. To be spread into the failure.
 */
export const storageMark = (error: unknown): { readonly outOfStorage?: true } =>
  codes.has((error as { code?: unknown } | null)?.code) ? { outOfStorage: true } : {};
