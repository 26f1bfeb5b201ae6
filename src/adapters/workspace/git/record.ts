import { createHash } from 'node:crypto';
import type { Blobs } from '../../../ports/blobs.ts';
import type { Leftovers } from './leftovers.ts';
import type { Modes } from './modes.ts';
import { decodeRefs, encodeRefs, type Head, type Refs } from './refs.ts';
import type { RepositoryFiles } from './repository-files.ts';
import type { Staging } from './staging.ts';
import { allOf, ioTrouble, valueOf } from './trouble.ts';

/** All that a snapshot knows, in memory. */
export interface State {
  readonly tree: string;
  readonly head: Head;
  readonly refs: Refs;
  readonly staging: Staging;
  /** Tree that holds the staged blobs; null without an index. */
  readonly stagingTree: string | null;
  readonly files: RepositoryFiles;
  readonly operations: ReadonlyMap<string, Buffer | null>;
  /** The stash list's log, newest entry last; empty without one. */
  readonly stash: Buffer;
  readonly modes: Modes;
  readonly leftovers: Leftovers;
  /** Names of the linked work trees; null in a snapshot that was taken before they were recorded. */
  readonly worktrees: readonly string[] | null;
}

/** A snapshot's blob: what a tree cannot hold. Values that are large or rarely change are blobs of their own, by digest. */
interface SnapshotRecord {
  readonly version: 1;
  readonly tree: string;
  readonly head: Head;
  readonly refs: string;
  readonly staging: {
    readonly digest: string | null;
    readonly mtimeMs: number;
    readonly shared: Readonly<Record<string, string>>;
    readonly tree: string | null;
  };
  readonly files: readonly { readonly name: string; readonly mode: number; readonly digest: string; readonly link: boolean }[];
  readonly operations: readonly { readonly name: string; readonly digest: string | null }[];
  readonly stash: string;
  readonly modes: Modes;
  readonly leftovers: Leftovers;
  readonly worktrees?: readonly string[] | null;
}

/** Writes states to the blob store and reads them back. Knows which blobs it has put, so that an unchanged part costs nothing. */
export class Records {
  readonly #blobs: Blobs;
  readonly #put = new Set<string>();

  constructor(blobs: Blobs) {
    this.#blobs = blobs;
  }

  /** Gives the digest by which `load` finds it; equal states have equal digests. */
  async save(state: State): Promise<string> {
    const keep = (bytes: Buffer): Promise<string> => this.#keep(bytes);
    const keepAll = <T>(items: Iterable<readonly [string, T]>, bytesOf: (item: T) => Buffer | null): Promise<(string | null)[]> =>
      allOf(
        [...items].map(([, item]) => {
          const bytes = bytesOf(item);
          return bytes === null ? null : keep(bytes);
        }),
      );
    const [refs, stash, staging, shared, files, operations] = await allOf([
      keep(encodeRefs(state.refs)),
      keep(state.stash),
      state.staging.bytes === null ? null : keep(state.staging.bytes),
      keepAll(state.staging.shared, (bytes) => bytes),
      keepAll(state.files, (file) => file.bytes),
      keepAll(state.operations, (bytes) => bytes),
    ]);
    const record: SnapshotRecord = {
      version: 1,
      tree: state.tree,
      head: state.head,
      refs,
      staging: {
        digest: staging,
        mtimeMs: state.staging.mtimeMs,
        shared: Object.fromEntries([...state.staging.shared.keys()].map((name, at) => [name, shared[at] as string])),
        tree: state.stagingTree,
      },
      files: [...state.files].map(([name, file], at) => ({ name, mode: file.mode, digest: files[at] as string, link: file.link })),
      operations: [...state.operations.keys()].map((name, at) => ({ name, digest: operations[at] as string | null })),
      stash,
      modes: state.modes,
      leftovers: state.leftovers,
      worktrees: state.worktrees,
    };
    return this.#keep(Buffer.from(JSON.stringify(record)));
  }

  async load(id: string): Promise<State> {
    const record = JSON.parse((await this.#get(id)).toString('utf8')) as SnapshotRecord;
    if (record.version !== 1) throw ioTrouble(`the snapshot ${id.slice(0, 12)} was written by a newer version of Pawl`, 'Update Pawl.');
    const shared = Object.entries(record.staging.shared).map(async ([name, digest]) => [name, await this.#get(digest)] as const);
    const files = record.files.map(
      async (file) => [file.name, { mode: file.mode, bytes: await this.#get(file.digest), link: file.link }] as const,
    );
    const operations = record.operations.map(async ({ name, digest }) => [name, digest === null ? null : await this.#get(digest)] as const);
    return {
      tree: record.tree,
      head: record.head,
      refs: decodeRefs(await this.#get(record.refs)),
      staging: {
        bytes: record.staging.digest === null ? null : await this.#get(record.staging.digest),
        mtimeMs: record.staging.mtimeMs,
        shared: new Map(await allOf(shared)),
      },
      stagingTree: record.staging.tree,
      files: new Map(await allOf(files)),
      operations: new Map(await allOf(operations)),
      stash: await this.#get(record.stash),
      modes: record.modes,
      leftovers: record.leftovers,
      worktrees: record.worktrees ?? null,
    };
  }

  async #keep(bytes: Buffer): Promise<string> {
    const digest = createHash('sha256').update(bytes).digest('hex');
    if (this.#put.has(digest)) return digest;
    valueOf(await this.#blobs.put(bytes));
    this.#put.add(digest);
    return digest;
  }

  async #get(digest: string): Promise<Buffer> {
    return Buffer.from(valueOf(await this.#blobs.get(digest)));
  }
}
