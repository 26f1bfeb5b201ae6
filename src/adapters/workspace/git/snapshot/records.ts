import type { Blobs } from '../../../../ports/blobs.ts';
import type { Leftovers } from '../capture/leftovers.ts';
import type { Modes } from '../capture/modes.ts';
import type { Head } from '../refs/head.ts';
import { decodeRefs, encodeRefs } from '../refs/refs.ts';
import { allOf, ioTrouble, valueOf } from '../trouble.ts';
import { KnownBlobs } from './known-blobs.ts';
import type { State } from './state.ts';

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
  readonly files: readonly {
    readonly name: string;
    readonly mode: number;
    readonly digest: string;
    readonly link: boolean;
    readonly content?: string;
  }[];
  readonly operations: readonly { readonly name: string; readonly digest: string | null }[];
  readonly stash: string;
  readonly modes: Modes;
  readonly leftovers: Leftovers;
  readonly worktrees?: readonly string[] | null;
  readonly onto?: string;
}

/** Writes states to the blob store and reads them back. Knows which blobs it has put, so that an unchanged part costs nothing. */
export class Records {
  readonly #blobs: Blobs;
  readonly #known: KnownBlobs;

  /** `knownFile` is where it writes down, for the next process, what it has put. */
  constructor(blobs: Blobs, knownFile: string | null) {
    this.#blobs = blobs;
    this.#known = new KnownBlobs(blobs, knownFile);
  }

  /** Gives the digest by which `load` finds it; equal states have equal digests. */
  async save(state: State): Promise<string> {
    const keep = (bytes: Buffer): Promise<string> => this.#known.keep(bytes);
    const keepAll = <T>(items: Iterable<readonly [string, T]>, bytesOf: (item: T) => Buffer | null): Promise<(string | null)[]> =>
      allOf(
        [...items].map(([, item]) => {
          const bytes = bytesOf(item);
          return bytes === null ? null : keep(bytes);
        }),
      );
    const [refs, stash, staging, shared, files, contents, operations] = await allOf([
      keep(encodeRefs(state.refs)),
      keep(state.stash),
      state.staging.bytes === null ? null : keep(state.staging.bytes),
      keepAll(state.staging.shared, (bytes) => bytes),
      keepAll(state.files, (file) => file.bytes),
      keepAll(state.files, (file) => file.content ?? null),
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
      files: [...state.files].map(([name, { mode, link }], at) => {
        const content = contents[at] ?? null;
        return { name, mode, digest: files[at] as string, link, ...(content === null ? {} : { content }) };
      }),
      operations: [...state.operations.keys()].map((name, at) => ({ name, digest: operations[at] as string | null })),
      stash,
      modes: state.modes,
      leftovers: state.leftovers,
      worktrees: state.worktrees,
      ...(state.onto === undefined ? {} : { onto: state.onto }),
    };
    const id = await this.#known.keep(Buffer.from(JSON.stringify(record)));
    this.#known.remember();
    return id;
  }

  async load(id: string): Promise<State> {
    const record = JSON.parse((await this.#get(id)).toString('utf8')) as SnapshotRecord;
    if (record.version !== 1) throw ioTrouble(`the snapshot ${id.slice(0, 12)} was written by a newer version of Pawl`, 'Update Pawl.');
    const shared = Object.entries(record.staging.shared).map(async ([name, digest]) => [name, await this.#get(digest)] as const);
    const files = record.files.map(async ({ name, mode, digest, link, content }) => {
      const behind = content === undefined ? {} : { content: await this.#get(content) };
      return [name, { mode, bytes: await this.#get(digest), link, ...behind }] as const;
    });
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
      ...(record.onto === undefined ? {} : { onto: record.onto }),
    };
  }

  async #get(digest: string): Promise<Buffer> {
    return Buffer.from(valueOf(await this.#blobs.get(digest)));
  }
}
