import { expect, test } from 'vitest';
import { linesOf, pawl, repository, scripted } from './pawl.ts';

const outputsOf = (stdout: string): Map<string, string> =>
  new Map(
    linesOf(stdout)
      .filter(({ type }) => type === 'step.finished')
      .map(({ step, result }) => [step, result.output.text.replace(/\nexit code: 0$/, '')]),
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
