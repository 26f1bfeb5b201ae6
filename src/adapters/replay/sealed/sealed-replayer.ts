import { readFileSync } from 'node:fs';
import type { Run } from '../../../core/certify/gate/equivalence.ts';
import type { Replayed } from '../../../core/certify/gate/recorded-replay.ts';
import type { ReplaySet, TracedRun } from '../../../core/certify/replay-batch.ts';
import type { World } from '../../../core/certify/world/world.ts';
import type { Failure } from '../../../core/model/failure.ts';
import { fail, ok, type Result } from '../../../core/model/result.ts';
import type { Replayer, Replays } from '../../../ports/replayer.ts';
import type { Sandbox, Session } from '../../../ports/sandbox.ts';
import type { ReplayRequest } from './child/main.ts';
import { engineFile } from './engine-file.ts';

export interface SealedReplayerOptions {
  /** Of one request; what goes on longer has no end. */
  readonly timeoutMs?: number;
  readonly memoryBytes?: number;
}

/** Replays in a session of the sandbox that has no primitive at all: what answers calls is in the session, next to the program. */
export const sealedReplayer = (sandbox: Sandbox, options: SealedReplayerOptions = {}): Replayer => ({
  async open(set) {
    const opened = await sandbox.open({ primitives: [], memoryBytes: options.memoryBytes ?? 512 * 1024 * 1024, packages: null });
    if (!opened.ok) return opened;
    const replays = new SealedReplays(opened.value, options.timeoutMs ?? 120_000);
    const begun = await replays.begin(set);
    return begun.ok ? ok(replays) : begun;
  },
});

/** One cell has at most 16 MiB; worlds of a request and what came of them have to be far less. */
const worldsAtOnce = 100;

class SealedReplays implements Replays {
  private readonly session: Session;
  private readonly timeoutMs: number;

  constructor(session: Session, timeoutMs: number) {
    this.session = session;
    this.timeoutMs = timeoutMs;
  }

  async begin(set: ReplaySet): Promise<Result<null, Failure>> {
    const put = await this.cell(readFileSync(engineFile(), 'utf8'), { nowMs: 0, seed: 'replay' });
    if (!put.ok) return put;
    return (await this.ask({ do: 'open', set })) as Result<null, Failure>;
  }

  recorded(program: string, ambient: { readonly nowMs: number; readonly seed: string }): Promise<Result<readonly Replayed[], Failure>> {
    return this.ask({ do: 'recorded', program }, ambient) as Promise<Result<readonly Replayed[], Failure>>;
  }

  runs(program: string, worlds: readonly World[]): Promise<Result<readonly Run[], Failure>> {
    return this.inParts(worlds, (some) => this.ask({ do: 'runs', program, worlds: some }) as Promise<Result<readonly Run[], Failure>>);
  }

  traced(program: string, worlds: readonly World[]): Promise<Result<readonly TracedRun[], Failure>> {
    return this.inParts(
      worlds,
      (some) => this.ask({ do: 'traced', program, worlds: some }) as Promise<Result<readonly TracedRun[], Failure>>,
    );
  }

  async broken(program: string, worlds: readonly World[]) {
    return (await this.ask({ do: 'broken', program, worlds })) as Result<readonly (readonly string[])[], Failure>;
  }

  async differing(program: string, others: readonly string[], worlds: readonly World[], enough: number | null) {
    return (await this.ask({ do: 'differing', program, others, worlds, enough })) as Result<readonly (readonly number[])[], Failure>;
  }

  close(): Promise<void> {
    return this.session.close();
  }

  private async inParts<T>(
    worlds: readonly World[],
    part: (some: readonly World[]) => Promise<Result<readonly T[], Failure>>,
  ): Promise<Result<readonly T[], Failure>> {
    const all: T[] = [];
    for (let at = 0; at < worlds.length; at += worldsAtOnce) {
      const some = await part(worlds.slice(at, at + worldsAtOnce));
      if (!some.ok) return some;
      all.push(...some.value);
    }
    return ok(all);
  }

  private async ask(request: ReplayRequest, ambient = { nowMs: 0, seed: 'replay' }): Promise<Result<unknown, Failure>> {
    const told = await this.cell(`await replays.replays(JSON.parse(${JSON.stringify(JSON.stringify(request))}))`, ambient);
    if (!told.ok) return told;
    const answer = JSON.parse(told.value as string) as { readonly value: unknown } | { readonly tampered: string };
    if ('value' in answer) return ok(answer.value);
    return fail({ kind: 'refused', message: `The program changed ${answer.tampered}, which is not its own.` });
  }

  private async cell(code: string, { nowMs, seed }: { readonly nowMs: number; readonly seed: string }): Promise<Result<unknown, Failure>> {
    const running = this.session.run({ code, mode: 'keep', nowMs, seed, timeoutMs: this.timeoutMs, signal: new AbortController().signal });
    const { outcome } = await running.end;
    if (outcome.ok) return ok(outcome.result);
    const { kind, message } = outcome.failure;
    return fail({ kind: kind === 'timeout' ? 'timeout' : 'io', message: `A replay ended before its time: ${message}` });
  }
}
