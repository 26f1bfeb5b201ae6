import { statfsSync } from 'node:fs';

/**
 * File systems on which SQLite's shared memory or its locks are not to be trusted, by the kernel's magic number. On these,
 * WAL was reported to fail with "locking protocol", short reads (522) or silent corruption within a minute.
 */
const sharedFileSystems: Readonly<Record<number, string>> = {
  0x6969: 'nfs',
  0x01021997: '9p',
  0x65735546: 'fuse (sshfs, virtiofs)',
  0xff534d42: 'cifs',
  0xfe534d42: 'smb2',
  0x517b: 'smb',
  0x5346414f: 'afs',
  0x6b414653: 'kafs',
  0x00c36400: 'ceph',
  0x73757245: 'coda',
  0x0bd00bd0: 'lustre',
  0x7461636f: 'ocfs2',
  0x01161970: 'gfs2',
};

/** The file system's magic number, or null where the kernel has no such thing (macOS numbers its types as it loads them). */
export function fileSystemTypeOf(folder: string): number | null {
  return process.platform === 'linux' ? statfsSync(folder).type : null;
}

/** `wal` on a local disk; `delete` where several machines, or a machine and its guest, may share the files. */
export function journalModeFor(fileSystemType: number | null): 'wal' | 'delete' {
  // `>>> 0`: cifs has its top bit set and comes as a negative number from a 32-bit kernel.
  return fileSystemType !== null && fileSystemType >>> 0 in sharedFileSystems ? 'delete' : 'wal';
}
