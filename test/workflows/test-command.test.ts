import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { parseWorkflow } from '../../src/core/workflow/parse-workflow.ts';
import { cleanEnv, writeFiles } from '../cli/pawl.ts';
import { scratchFolder } from '../scratch.ts';
import { builtInText } from './scenario.ts';

type Files = Record<string, string>;

/** What a step that looks for a command prints in a project of these files. */
function found(workflow: string, step: string, files: Files, env: Files = {}): string {
  const command = parseWorkflow(builtInText(workflow)).workflow?.steps.find(({ id }) => id === step);
  if (command?.kind !== 'command') throw new Error(`${workflow} has no command ${step}`);
  const cwd = scratchFolder();
  writeFiles(cwd, files);
  return execFileSync('sh', ['-c', command.command], { cwd, env: { ...cleanEnv(cwd), ...env } }).toString();
}

const script = (name: string, text: string) => JSON.stringify({ type: 'module', scripts: { [name]: text } });

test.for<[title: string, files: Files, command: string]>([
  ['npm', { 'package.json': script('test', 'node --test') }, 'npm test\n'],
  ['pnpm by its lock file', { 'package.json': script('test', 'x'), 'pnpm-lock.yaml': '' }, 'pnpm test\n'],
  ['yarn by its lock file', { 'package.json': script('test', 'x'), 'yarn.lock': '' }, 'yarn test\n'],
  ['Go', { 'go.mod': 'module x' }, 'go test ./...\n'],
  ['Rust', { 'Cargo.toml': '' }, 'cargo test\n'],
  ['pytest by its settings', { 'pyproject.toml': '[tool.pytest.ini_options]\n' }, 'python3 -m pytest\n'],
  ['pytest by its file in tests', { 'tests/conftest.py': '' }, 'python3 -m pytest\n'],
  ['pytest through uv', { 'pytest.ini': '', 'uv.lock': '' }, 'uv run pytest\n'],
  ['pytest through poetry', { 'conftest.py': '', 'poetry.lock': '' }, 'poetry run pytest\n'],
  ['a target of the Makefile', { Makefile: 'all:\n\ntest: all\n\ttrue\n' }, 'make test\n'],
  ['the Makefile where npm has no test', { 'package.json': '{}', Makefile: 'test:\n' }, 'make test\n'],
  ['nothing where npm has only its placeholder', { 'package.json': script('test', 'echo "Error: no test specified" && exit 1') }, ''],
  ['nothing in a package.json that is no JSON', { 'package.json': '{' }, ''],
  ['nothing in a Makefile without tests', { Makefile: 'latest:\n\ttrue\n' }, ''],
  ['nothing in a Python project without pytest', { 'pyproject.toml': '[project]\n' }, ''],
  ['nothing in an empty folder', {}, ''],
])('the test command of a project is found: %s', ([, files, command]) => {
  expect(found('feature', 'tests', files)).toBe(command);
});

test.for<[title: string, files: Files, command: string]>([
  ['npm', { 'package.json': script('lint', 'x') }, 'npm run lint\n'],
  ['Go', { 'go.mod': 'module x' }, 'go vet ./...\n'],
  ['Rust', { 'Cargo.toml': '' }, 'cargo clippy --all-targets -- -D warnings\n'],
  ['ruff', { 'pyproject.toml': '[tool.ruff]\n' }, 'ruff check\n'],
  ['a target of the Makefile', { 'package.json': script('test', 'x'), Makefile: 'lint:\n' }, 'make lint\n'],
  ['nothing in an empty folder', {}, ''],
])('the lint command of a project is found: %s', ([, files, command]) => {
  expect(found('pr-ready', 'lint', files)).toBe(command);
});

test('a command named in the environment wins, and is handed on as it is', () => {
  const files = { 'package.json': script('test', 'x') };
  expect(found('bugfix', 'tests', files, { PAWL_TEST_COMMAND: "printf 'a\\tb' && true" })).toBe("printf 'a\\tb' && true\n");
  expect(found('pr-ready', 'lint', files, { PAWL_LINT_COMMAND: 'sh lint.sh' })).toBe('sh lint.sh\n');
});
