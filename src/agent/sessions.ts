import type { Failure } from '../core/model/failure.ts';
import { fail, ok, type Result } from '../core/model/result.ts';
import type { Sandbox, Session, SessionRequest } from '../ports/sandbox.ts';

/** The sessions of one act: stateful ones by name, and one at a time for each cell that wants none. */
export class Sessions {
  private readonly sandbox: Sandbox;
  private readonly request: SessionRequest;
  private readonly most: number;
  private packages: () => Promise<Result<string | null, Failure>>;
  private readonly named = new Map<string, { readonly session: Session; cells: number }>();
  private readonly had = new Set<string>();

  /** `most`: stateful ones at once. */
  constructor(sandbox: Sandbox, request: SessionRequest, most: number) {
    this.sandbox = sandbox;
    this.request = request;
    this.most = most;
    this.packages = async () => ok(request.packages);
  }

  /** Sessions that are opened from now on have the packages of this folder; it is asked for when one is. */
  usePackages(folder: () => Promise<Result<string | null, Failure>>): void {
    this.packages = folder;
  }

  /** A session that nobody else has and that its caller closes. `own`: the folder of its packages; null = those of the act. */
  async fresh(own: string | null = null): Promise<Result<Session, Failure>> {
    const packages = own === null ? await this.packages() : ok(own);
    return packages.ok ? this.sandbox.open({ ...this.request, packages: packages.value }) : packages;
  }

  /** The session of this name, opened where there is none yet. */
  async stateful(name: string): Promise<Result<Session, Failure>> {
    const there = this.named.get(name);
    if (there !== undefined) {
      there.cells += 1;
      return ok(there.session);
    }
    if (this.named.size >= this.most) {
      return fail({ kind: 'refused', message: `there are ${this.most} sessions, the most there may be: close one with close_session` });
    }
    const opened = await this.fresh();
    if (opened.ok) {
      this.named.set(name, { session: opened.value, cells: 1 });
      this.had.add(name);
    }
    return opened;
  }

  /** Whether there was one of this name, or it was closed, since this process drives the act. */
  hadOne(name: string): boolean {
    return this.had.has(name);
  }

  at(name: string): Session | null {
    return this.named.get(name)?.session ?? null;
  }

  list(): { readonly name: string; readonly cells: number }[] {
    return [...this.named].map(([name, { cells }]) => ({ name, cells }));
  }

  /** Whether there was one. */
  async close(name: string): Promise<boolean> {
    const session = this.at(name);
    this.named.delete(name);
    this.had.add(name);
    await session?.close();
    return session !== null;
  }

  async closeAll(): Promise<void> {
    await Promise.all([...this.named.keys()].map((name) => this.close(name)));
  }
}
