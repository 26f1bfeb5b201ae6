import type { Programs, ShellOutcome } from '../ports/programs.ts';
import type { ContractKit } from './contract-kit.ts';

/** A fresh subject for one test: the programs, and an existing empty folder to work in. */
export interface ProgramsSubject {
  readonly programs: Programs;
  readonly folder: string;
}

const env = { PATH: '/usr/local/bin:/usr/bin:/bin' };
const never = new AbortController().signal;

/** What every `Programs` must do, on a system with a POSIX shell. */
export function programsContract({ test, expect }: ContractKit, subject: () => ProgramsSubject): void {
  const shell = (
    { programs, folder }: ProgramsSubject,
    command: string,
    more: { timeoutMs?: number; signal?: AbortSignal; cwd?: string } = {},
  ) => programs.shell({ command, cwd: folder, env, timeoutMs: 20_000, signal: never, scratch: folder, ...more });

  const ends: readonly (readonly [string, ShellOutcome['end']])[] = [
    ['true', { kind: 'exit', code: 0 }],
    ['exit 7', { kind: 'exit', code: 7 }],
    ['exit 126', { kind: 'exit', code: 126 }],
    ['no-such-program-here', { kind: 'exit', code: 127 }],
    ['kill -TERM $$', { kind: 'signal', signal: 'SIGTERM' }],
  ];
  for (const [command, end] of ends) {
    test(`\`${command}\` ends as ${JSON.stringify(end)}`, async () => {
      expect((await shell(subject(), command)).end).toEqual(end);
    });
  }

  test('stdout and stderr are one text in the order written, without the newlines at its end', async () => {
    const outcome = await shell(subject(), 'echo 1; echo 2 >&2; echo 3; echo; echo 4 >&2; echo; echo');
    expect(textOf(outcome)).toBe('1\n2\n3\n\n4');
    expect(outcome.trailingNewlines).toBe(3);
    expect(outcome.cutBytes).toBe(0);
  });

  test('output goes through a filter before any of it is kept, and what came in can be had beside it', async () => {
    const given = subject();
    const cuts: boolean[] = [];
    const filter = {
      push: (bytes: Uint8Array) => bytes.map((byte) => (byte === 0x61 ? 0x2a : byte)),
      end: (cut: boolean) => {
        cuts.push(cut);
        return new TextEncoder().encode('\nend\n\n');
      },
    };
    const request = { cwd: given.folder, env, timeoutMs: 20_000, signal: never, scratch: given.folder, filter };
    const small = await given.programs.shell({ ...request, command: 'echo banana; echo; exit 3', keepsRaw: true });
    expect(small).toMatchObject({ end: { kind: 'exit', code: 3 }, trailingNewlines: 2 });
    expect(textOf(small)).toBe('b*n*n*\n\n\nend');
    expect(new TextDecoder().decode(small.raw)).toBe('banana');
    const large = await given.programs.shell({ ...request, command: 'yes banana | head -n 20000' });
    expect(textOf(large)).toBe('file of 140004 bytes');
    expect(large.raw).toBe(undefined);
    const killed = await given.programs.shell({ ...request, command: 'echo banana; kill -9 $$' });
    expect(textOf(killed)).toBe('b*n*n*\n\nend');
    expect(cuts).toEqual([false, false, true]);
  });

  test('standard input is at its end', async () => {
    expect(textOf(await shell(subject(), 'cat; echo done'))).toBe('done');
  });

  test('a command has exactly the environment and the folder that it was given', async () => {
    const given = subject();
    const outcome = await given.programs.run({
      argv: ['env'],
      cwd: given.folder,
      env: { ONLY: 'this', PATH: env.PATH },
      timeoutMs: 20_000,
    });
    expect(outcome.stdout.toString().trim().split('\n').sort()).toEqual(['ONLY=this', `PATH=${env.PATH}`]);
    expect(textOf(await shell(given, 'pwd -P'))).toBe(given.folder);
  });

  test('a time limit ends the whole group and says how long it was', async () => {
    const outcome = await shell(subject(), 'echo before; sleep 600 & sleep 600', { timeoutMs: 1000 });
    expect(outcome.end).toEqual({ kind: 'timeout', timeoutMs: 1000 });
    expect(textOf(outcome)).toBe('before');
  });

  test('an abort ends a command as cancelled, before its start too', async () => {
    const abort = new AbortController();
    const running = shell(subject(), 'sleep 600', { signal: abort.signal });
    abort.abort();
    expect((await running).end).toEqual({ kind: 'cancelled' });
    expect((await shell(subject(), 'sleep 600', { signal: abort.signal })).end).toEqual({ kind: 'cancelled' });
  });

  test('a folder that is missing and a program that is missing are failures in words', async () => {
    const given = subject();
    const cwd = `${given.folder}/gone`;
    expect(failureOf((await shell(given, 'true', { cwd })).end)).toMatchObject({ kind: 'not_found' });
    const outcome = await given.programs.run({ argv: ['no-such-program-here'], cwd: given.folder, env, timeoutMs: 20_000 });
    expect(failureOf(outcome.end)).toMatchObject({ kind: 'not_found' });
    expect(failureOf(outcome.end)?.message).toContain('no-such-program-here');
  });

  test('a program gets its input, and its two outputs come apart', async () => {
    const given = subject();
    const argv = ['sh', '-c', 'cat; echo problem >&2'] as const;
    const outcome = await given.programs.run({ argv, cwd: given.folder, env, timeoutMs: 20_000, stdin: 'given' });
    expect(outcome.end).toEqual({ kind: 'exit', code: 0 });
    expect(outcome.stdout.toString()).toBe('given');
    expect(outcome.stderr.toString()).toBe('problem\n');
  });

  test('a program gets its input piece by piece while it runs, and says what it makes of it before the next', async () => {
    const given = subject();
    const heard: string[] = [];
    const answers = { tell: (_: string): void => undefined };
    async function* questions(): AsyncIterator<string> {
      for (const question of ['one', 'two', 'three']) {
        const answered = new Promise<string>((resolve) => {
          answers.tell = resolve;
        });
        yield `${question}\n`;
        heard.push(await answered);
      }
    }
    const argv = ['sh', '-c', 'while read -r line; do echo "got $line"; done; echo end'] as const;
    const { stdout, outcome } = given.programs.stream({
      ...{ argv, cwd: given.folder, env, timeoutMs: 20_000 },
      stdin: { [Symbol.asyncIterator]: questions },
    });
    let rest = '';
    for await (const chunk of stdout) {
      rest = chunk.toString();
      answers.tell(rest);
    }
    expect((await outcome).end).toEqual({ kind: 'exit', code: 0 });
    expect([...heard, rest]).toEqual(['got one\n', 'got two\n', 'got three\n', 'end\n']);
  });

  test('of a long stderr the end is kept where that is asked for', async () => {
    const given = subject();
    const argv = ['sh', '-c', 'yes x | head -n 100000 >&2; echo last >&2'] as const;
    const outcome = await given.programs.run({ argv, cwd: given.folder, env, timeoutMs: 20_000, maxBytes: 9, endOfStderr: true });
    expect(outcome.stderr.toString()).toBe('x\nx\nlast\n');
    expect(outcome.droppedBytes).toBe(200_005 - 9);
  });

  test('a program that does not read its input does not fail for it', async () => {
    const given = subject();
    const outcome = await given.programs.run({
      argv: ['true'],
      cwd: given.folder,
      env,
      timeoutMs: 20_000,
      stdin: new Uint8Array(4_000_000),
    });
    expect(outcome.end).toEqual({ kind: 'exit', code: 0 });
  });

  test('output past the limit of a program is counted and dropped', async () => {
    const given = subject();
    const argv = ['sh', '-c', 'printf 1234567890'] as const;
    const outcome = await given.programs.run({ argv, cwd: given.folder, env, timeoutMs: 20_000, maxBytes: 4 });
    expect(outcome.stdout.toString()).toBe('1234');
    expect(outcome.droppedBytes).toBe(6);
  });

  test('a stream hands out stdout while the program runs', async () => {
    const given = subject();
    // The program waits for what the reader does with its first line.
    const argv = ['sh', '-c', 'echo first; until [ -e seen ]; do sleep 0.01; done; echo second; echo problem >&2; exit 3'] as const;
    const stream = given.programs.stream({ argv, cwd: given.folder, env, timeoutMs: 20_000 });
    let text = '';
    for await (const chunk of stream.stdout) {
      text += chunk.toString();
      if (text === 'first\n') await given.programs.run({ argv: ['touch', 'seen'], cwd: given.folder, env, timeoutMs: 20_000 });
    }
    expect(text).toBe('first\nsecond\n');
    const outcome = await stream.outcome;
    expect(outcome.end).toEqual({ kind: 'exit', code: 3 });
    expect(outcome.stderr.toString()).toBe('problem\n');
  });

  test('a program that falls silent is ended as idle', async () => {
    const given = subject();
    const argv = ['sh', '-c', 'echo a; sleep 600'] as const;
    const outcome = await given.programs.run({ argv, cwd: given.folder, env, timeoutMs: 20_000, idleTimeoutMs: 1000 });
    expect(outcome.end).toEqual({ kind: 'idle', idleMs: 1000 });
    expect(outcome.stdout.toString()).toBe('a\n');
  });

  test('processes are found and ended by their run token, also those that left their group', async () => {
    const given = subject();
    const token = `contract-${performance.now()}`;
    const command = 'setsid sh -c "echo up > up; exec sleep 600" >/dev/null 2>&1 & until [ -s up ]; do sleep 0.01; done';
    await given.programs.shell({
      command,
      cwd: given.folder,
      env: { ...env, PAWL_RUN_TOKEN: token },
      timeoutMs: 20_000,
      signal: never,
      scratch: given.folder,
    });
    for (const other of [`${token}0`, token.slice(0, -1), token.slice(1)]) expect(await given.programs.endAllWith(other)).toBe(0);
    expect(await given.programs.endAllWith(token)).toBe(1);
    expect(await given.programs.endAllWith(token)).toBe(0);
  });

  test('a program on PATH is found by name, others are not', async () => {
    const { programs } = subject();
    expect((await programs.find('sh'))?.endsWith('/sh')).toBe(true);
    expect(await programs.find('no-such-program-here')).toBe(null);
  });
}

function textOf({ output }: ShellOutcome): string {
  return 'file' in output ? `file of ${output.bytes} bytes` : new TextDecoder().decode(output.bytes);
}

function failureOf(end: { readonly kind: string }): { readonly message: string } | null {
  return 'failure' in end ? (end.failure as { message: string }) : null;
}
