import { lstatSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type IndexEntry, isGitlink, parseIndex, recordedTree, withoutStat } from '../index/index-file.ts';
import { joinNul, statOf } from '../paths/byte-path.ts';
import { isSpecial, SpecialFinder } from '../paths/special-files.ts';
import { oidBytesOf, type Place } from '../place/place.ts';
import type { Git } from '../program/git.ts';
import { isOwn, writeExcludes } from '../repository/shadow.ts';
import { allOf } from '../trouble.ts';
import { folderKey, foldersOf, sameKeys } from './folders.ts';
import { hiddenRulePaths, readRules } from './hidden-rules.ts';
import { IndexMemory } from './index-memory.ts';
import { findLeftovers, folderNames, type Leftovers, listOthers } from './leftovers.ts';
import { filesIn, folderModeIn, ModeReader, type Modes, readUnreadable } from './modes.ts';

/** Everything that the files of a work tree are, as far as it is tracked or not ignored. Paths are byte paths. */
export interface Capture extends Leftovers {
  /** Git tree of all files and links, raw bytes. */
  readonly tree: string;
  readonly entries: readonly IndexEntry[];
  readonly modes: Modes;
  /** Git's words about what it could not read. */
  readonly complaints: readonly string[];
}

/** The shadow's index as it was read, with what it looked like from outside. */
export interface ReadIndex {
  readonly key: string;
  readonly bytes: Buffer;
  readonly entries: readonly IndexEntry[];
}

/** What a capture goes by. */
export interface CaptureOptions {
  /** The bytes of the user's info/exclude. */
  readonly userExclude: Buffer;
  /** Given what has been added: paths that belong to the files all the same, because the user's index has them although they are ignored. */
  readonly tracked: (added: ReadIndex) => Promise<readonly string[]>;
  /** A tree that is safe from gc, or null: where all files come to the same, none has to be written. */
  readonly stagedTree: Promise<string | null>;
  /** Repositories that are to be left alone even where their `.git` is gone. */
  readonly alsoNested: readonly string[];
}

interface Remembered {
  readonly indexKey: string;
  readonly folderKeys: ReadonlyMap<string, string>;
  readonly capture: Capture;
}

/**
 * Reads the work tree into the shadow. One a workspace: it remembers what it saw last, so that an unchanged tree costs one
 * `git add -A` that finds nothing (measured with 10 000 files: see bench), and one stat a folder.
 */
export class Capturer {
  readonly #git: Git;
  readonly #place: Place;
  readonly #modes: ModeReader;
  readonly #memory: IndexMemory;
  readonly #special: SpecialFinder;
  readonly #oidBytes: number;
  #last: Remembered | null = null;
  #read: ReadIndex | null = null;

  constructor(git: Git, place: Place) {
    this.#git = git;
    this.#place = place;
    this.#modes = new ModeReader(place.root);
    this.#memory = new IndexMemory(place);
    this.#special = new SpecialFinder(place.root);
    this.#oidBytes = oidBytesOf(place);
  }

  async capture(options: CaptureOptions): Promise<Capture> {
    const place = this.#place;
    const known = [...new Set([...this.#nestedStillThere(), ...options.alsoNested])].sort();
    const excludesChanged = writeExcludes(place, options.userExclude, known);
    this.#distrustRacyEntries();
    const adding = this.#git.shadow(place, ['add', '-A', '--ignore-errors'], { answers: [1] });
    const asked = this.#last === null ? this.#listMeanwhile() : null;
    const folderKeys = this.#folderKeys(foldersOf(this.#last?.capture.entries ?? [], this.#last?.capture.emptyFolders ?? []));
    const added = await adding;
    await this.#addTracked(await options.tracked(this.#readIndex()));
    let index = this.#readIndex();
    const gitlinks = index.entries.filter(isGitlink).map((entry) => entry.path);
    // Git keeps what it has of a file where a pipe or the like stands now, which is no file any more.
    const replaced = added.code === 0 ? [] : index.entries.map((entry) => entry.path).filter((path) => this.#isSpecial(path));
    if (gitlinks.length + replaced.length > 0) {
      await this.#git.shadow(place, ['update-index', '--force-remove', '-z', '--stdin'], { stdin: joinNul([...gitlinks, ...replaced]) });
      writeExcludes(place, options.userExclude, [...new Set([...known, ...gitlinks])].sort());
      index = this.#readIndex();
    }
    const last = this.#last;
    const sameFolders = last !== null && sameKeys(folderKeys, last.folderKeys);
    if (last && sameFolders && !excludesChanged && added.code === 0 && gitlinks.length === 0 && index.key === last.indexKey) {
      return {
        ...last.capture,
        hiddenRules: readRules(
          place.root,
          last.capture.hiddenRules.map((rule) => rule.path),
        ),
        special: this.#special.again(Object.keys(last.capture.special ?? {})),
      };
    }

    const [leftovers, tree] = await allOf([
      findLeftovers(this.#git, place, asked?.indexKey === index.key ? asked.others : listOthers(this.#git, place), [...known, ...gitlinks]),
      index.key === last?.indexKey ? last.capture.tree : this.#writeTree(index.bytes, options.stagedTree),
    ]);
    const folders = foldersOf(index.entries, leftovers.emptyFolders);
    const remembered = this.#memory.of(index.key).modes;
    const modes = this.#modes.read(index.entries, folders, added.code === 0 ? remembered : 'again');
    if (added.code === 0 && remembered === null) this.#memory.add(index.key, { modes: filesIn(modes) });
    // Folders whose files were recorded while they could be read: what else is in them now, nobody knows.
    const locked = folders.filter((folder) => (folderModeIn(modes, folder) & 0o500) !== 0o500 && folderNames(place.root, folder) === null);
    const foldersNow = this.#folderKeys(folders);
    const unreadable = [...new Set([...leftovers.unreadable, ...locked])].sort();
    const capture: Capture = {
      ...leftovers,
      unreadable,
      gitFolders: [...leftovers.gitFolders, ...folders.filter((folder) => folder !== '' && statOf(place.root, `${folder}/.git`) !== null)],
      hiddenRules: readRules(place.root, hiddenRulePaths(index.entries, folders)),
      special: this.#special.find(foldersNow),
      tree,
      entries: index.entries,
      modes: { ...modes, ...readUnreadable(place.root, unreadable) },
      complaints:
        added.code === 0
          ? []
          : added.stderr
              .split('\n')
              .filter((line) => line.startsWith('error:') && !/does not have a commit checked out|can only add regular files/.test(line)),
    };
    this.#last = { indexKey: this.#indexKey(), folderKeys: foldersNow, capture };
    return capture;
  }

  /**
   * What is beside the files, listed while they are added, at a process's first look: where nothing was to be added, as after every run,
   * it is as good as listed behind that. The index that it was listed by tells. Nothing where there is none yet.
   */
  #listMeanwhile(): { readonly indexKey: string; readonly others: Promise<Buffer> } | null {
    const indexKey = this.#indexKey();
    if (indexKey === '') return null;
    const others = listOthers(this.#git, this.#place);
    // Not needed where adding fails.
    others.catch(() => {});
    return { indexKey, others };
  }

  #isSpecial(path: string): boolean {
    const stat = statOf(this.#place.root, path);
    return stat !== null && isSpecial(stat);
  }

  /** Forgets what it saw: the next capture looks at everything again. */
  forget(): void {
    this.#last = null;
  }

  #nestedStillThere(): string[] {
    return (this.#last?.capture.nested ?? []).filter((path) => statOf(this.#place.root, `${path}/.git`) !== null);
  }

  async #writeTree(index: Buffer, staged: Promise<string | null>): Promise<string> {
    const recorded = recordedTree(index, this.#oidBytes);
    if (recorded !== null && recorded === (await staged)) return recorded;
    return (await this.#git.shadow(this.#place, ['write-tree'])).stdout.toString().trim();
  }

  async #addTracked(paths: readonly string[]): Promise<void> {
    if (paths.length === 0) return;
    const have = new Set(this.#readIndex().entries.map((entry) => entry.path));
    const missing = paths.filter(
      (path) => !have.has(path) && !isOwn(this.#place, path) && statOf(this.#place.root, path)?.isDirectory() === false,
    );
    if (missing.length > 0)
      await this.#git.shadow(this.#place, ['update-index', '--add', '--replace', '-z', '--stdin'], { stdin: joinNul(missing) });
  }

  #indexPath(): string {
    return join(this.#place.shadowDir, 'index');
  }

  #indexKey(): string {
    const stat = lstatSync(this.#indexPath(), { throwIfNoEntry: false });
    return stat ? `${stat.ino}:${stat.size}:${stat.mtimeMs}` : '';
  }

  #readIndex(): ReadIndex {
    const key = this.#indexKey();
    if (key !== this.#read?.key) {
      const bytes = key === '' ? Buffer.alloc(0) : readFileSync(this.#indexPath());
      this.#read = { key, bytes, entries: this.#entriesOf(bytes) };
    }
    return this.#read;
  }

  /** A shadow's index that somebody has damaged is made anew: it is a cache of what stands in the files. */
  #entriesOf(bytes: Buffer): readonly IndexEntry[] {
    try {
      return parseIndex(bytes, this.#oidBytes).entries;
    } catch {
      rmSync(this.#indexPath(), { recursive: true, force: true });
      this.#last = null;
      return [];
    }
  }

  /**
   * This git compares times by the second. A file that was changed in the very second in which it was recorded, keeping its
   * size and its mtime (`cp -p`, `touch -r`), looks unchanged to it: tried, `git status` is blind to it. So the entries of that
   * second are compared here to the nanosecond.
   */
  #distrustRacyEntries(): void {
    const stat = lstatSync(this.#indexPath(), { throwIfNoEntry: false });
    if (!stat) return;
    const fromSeconds = Math.floor(stat.mtimeMs / 1000) - 1;
    const { key, entries } = this.#readIndex();
    const suspects = entries.filter((entry) => entry.changedSeconds >= fromSeconds);
    const lastSeconds = suspects.reduce((last, entry) => Math.max(last, entry.changedSeconds), 0);
    // Whatever has changed since then has done so in a later second, which git sees.
    if (suspects.length === 0 || this.#memory.of(key).comparedAtSeconds > lastSeconds) return;
    const nowSeconds = Date.now() / 1000 > lastSeconds + 1 ? this.#memory.nowSeconds() : 0;
    const changed = suspects.filter((entry) => !this.#hasRecordedTime(entry));
    if (changed.length > 0) writeFileSync(this.#indexPath(), withoutStat(readFileSync(this.#indexPath()), changed, this.#oidBytes));
    else if (nowSeconds > lastSeconds) this.#memory.add(key, { comparedAtSeconds: nowSeconds });
  }

  #hasRecordedTime(entry: IndexEntry): boolean {
    const stat = statOf(this.#place.root, entry.path);
    return stat !== null && Math.abs(stat.ctimeMs - (entry.changedSeconds * 1000 + entry.changedNanos / 1e6)) < 0.001;
  }

  #folderKeys(folders: readonly string[]): Map<string, string> {
    const keys = new Map<string, string>();
    for (const folder of folders) keys.set(folder, folderKey(this.#place.root, folder));
    return keys;
  }
}
