import { expect, test } from 'vitest';
import { linesOf, pawl, repository, scripted } from './pawl.ts';

const outputsOf = (stdout: string): Map<string, string> =>
  new Map(
    linesOf(stdout)
      .filter(({ type }) => type === 'step.finished')
      .map(({ step, result }) => [step, result.output.text?.replace(/\nexit code: 0$/, '')]),
  );

test('a value file that a command made unwritable, or a folder, is written anew when the step has another output', async () => {
  const spoilings = ['chmod 0 "$PAWL_OUT_A_FILE"', 'rm "$PAWL_OUT_A_FILE"; mkdir -p "$PAWL_OUT_A_FILE/in"', 'rm "$PAWL_OUT_A_FILE"'];
  for (const spoiling of spoilings) {
    const repo = repository();
    const workflow = `name: w
steps:
  - { id: a, command: "echo x >> count; wc -l < count | tr -d ' '" }
  - id: b
    command: |
      cat "$PAWL_OUT_A_FILE"
      ${spoiling}
      [ "$(wc -l < count)" -gt 1 ] || printf '\\nAGAIN'
    branch: [{ when: AGAIN, goto: a }]
`;
    const { stdout, code } = await pawl(repo, [...scripted(repo, workflow), '--json']);
    expect(code, spoiling).toBe(0);
    expect(outputsOf(stdout).get('b'), spoiling).toBe('2\nexit code: 0');
  }
});

test('after many steps a command still reads every output: the recent ones and those it names by variable, all by file', async () => {
  const repo = repository();
  const many = Array.from({ length: 100 }, (_, at) => `  - { id: s${at}, command: "echo output ${at}" }\n`).join('');
  const last = `  - id: last
    command: |
      echo "named $PAWL_OUT_S3"
      env | grep -c '^PAWL_OUT_S[0-9]*='
      env | grep '^PAWL_OUT_S99='
      cat "$(dirname "$PAWL_INPUT_FILE")/OUT_S0"
`;
  const { stdout, code } = await pawl(repo, [...scripted(repo, `name: w\nsteps:\n${many}${last}`), '--json']);
  expect(code).toBe(0);
  const lines = outputsOf(stdout).get('last')?.split('\n');
  expect(lines).toEqual(['named output 3', 'exit code: 0', '33', 'PAWL_OUT_S99=output 99', 'output 0', 'exit code: 0']);
}, 60_000);

const long = 200_000;
const changes = [
  'echo spoiled >> "$PAWL_OUT_BIG_FILE"; echo spoiled > "$PAWL_INPUT_FILE"; echo spoiled > "$PAWL_OUT_SMALL_FILE"',
  // As long as before, and at once after it was written.
  'printf %s SPOILED | dd of="$PAWL_OUT_BIG_FILE" conv=notrunc 2>/dev/null; printf %s SPOILED | dd of="$PAWL_OUT_SMALL_FILE" conv=notrunc 2>/dev/null',
  'mv "$PAWL_OUT_BIG_FILE" "$PAWL_OUT_BIG_FILE.old"; ln -s "$PAWL_OUT_SMALL_FILE" "$PAWL_OUT_BIG_FILE"',
  'rm -r "$PAWL_VALUES_DIR"',
];

test.each(changes)('what a step writes to the value files it was handed, no later step or gate reads: %s', async (change) => {
  const repo = repository();
  const workflow = `name: w
steps:
  - { id: big, command: "head -c ${long} /dev/zero | tr '\\\\0' x" }
  - { id: small, command: "echo something small" }
  - { id: spoil, command: ${JSON.stringify(change)} }
  - id: read
    command: |
      wc -c < "$PAWL_OUT_BIG_FILE" | tr -d ' '
      grep -c SPOILED "$PAWL_OUT_BIG_FILE"
      cat "$PAWL_OUT_SMALL_FILE" "$PAWL_INPUT_FILE"
  - { id: fix, prompt: x, loop: { max: 1, gate: "grep -qix 'the input' $PAWL_INPUT_FILE" } }
`;
  const [run, ...argv] = scripted(repo, workflow, [{ reply: 'x' }]);
  const { stdout, code } = await pawl(repo, [run as string, ...argv, 'the input', '--json']);
  expect(outputsOf(stdout).get('read')).toBe(`${long + '\nexit code: 0'.length}\n0\nsomething small\nexit code: 0the input`);
  expect(code).toBe(0);
});

const folders = [
  { what: 'a link to a folder elsewhere', change: 'ln -s "$PWD/elsewhere" "$PAWL_VALUES_DIR"' },
  { what: 'a link to nowhere', change: 'ln -s "$PWD/nowhere" "$PAWL_VALUES_DIR"' },
  { what: 'a file', change: 'echo x > "$PAWL_VALUES_DIR"' },
  { what: 'a pipe', change: 'mkfifo "$PAWL_VALUES_DIR"' },
  { what: 'nothing', change: 'true' },
];

test.each(folders)(
  'where a step put $what in place of the folder of values, it is made anew, and nothing is written elsewhere',
  async ({ change }) => {
    const repo = repository();
    const many = Array.from({ length: 40 }, (_, at) => `  - { id: s${at}, command: "echo output ${at}" }\n`).join('');
    const spoil = `mkdir elsewhere && rm -r "$PAWL_VALUES_DIR" && ${change}`;
    const workflow = `name: w
steps:
${many}  - { id: spoil, command: ${JSON.stringify(spoil)}, expect: success }
  - id: read
    command: |
      ls elsewhere nowhere 2>/dev/null
      dir=PAWL_VALUES_DIR
      cat "$(printenv $dir)/OUT_S0" "$PAWL_OUT_S39_FILE"
`;
    const { stdout, code } = await pawl(repo, [...scripted(repo, workflow), '--json']);
    expect(code).toBe(0);
    expect(outputsOf(stdout).get('read')).toBe('elsewhere:\noutput 0\nexit code: 0output 39\nexit code: 0');
  },
);

test.skipIf(process.getuid?.() === 0)('a folder of values that a step made unreadable is opened again', async () => {
  const repo = repository();
  const workflow = `name: w
steps:
  - { id: a, command: "echo one" }
  - { id: spoil, command: 'chmod 0 "$PAWL_VALUES_DIR"' }
  - { id: read, command: 'cat "$PAWL_OUT_A_FILE"' }
`;
  const { stdout, code } = await pawl(repo, [...scripted(repo, workflow), '--json']);
  expect(code).toBe(0);
  expect(outputsOf(stdout).get('read')).toBe('one\nexit code: 0');
});

const ownPlaces = [
  { what: 'a link to an empty file', change: 'ln -sf "$PWD/mine" "$own"' },
  { what: 'a second name of an empty file', change: 'ln -f mine "$own"' },
  { what: 'a link to nowhere', change: 'ln -sf "$PWD/nowhere" "$own"' },
  { what: 'a pipe', change: 'rm -f "$own"; mkfifo "$own"' },
  { what: 'a folder', change: 'rm -f "$own"; mkdir "$own"' },
  { what: 'a text', change: 'echo mine > "$own"' },
  { what: 'rights for all', change: 'chmod 666 "$own"' },
];

test.each(ownPlaces)(
  'where a step puts $what in the place of its own output, the output is a file, and nothing else is written',
  async ({ change }) => {
    const repo = repository();
    const workflow = `name: w
steps:
  - { id: first, command: ": > mine" }
  - { id: own, command: ${JSON.stringify(`own="$PAWL_VALUES_DIR/OUT_OWN"; until [ -e "$own" ]; do :; done; ${change}; echo said`)} }
  - id: read
    command: |
      cat "$PAWL_OUT_OWN_FILE"
      ls -ld "$PAWL_OUT_OWN_FILE" | cut -c1-10
      wc -c < mine | tr -d ' '
      ls nowhere 2>/dev/null
      true
`;
    const { stdout, code } = await pawl(repo, [...scripted(repo, workflow), '--json']);
    expect(code).toBe(0);
    expect(outputsOf(stdout).get('read')).toBe('said\nexit code: 0-rw-------\n0');
  },
);
