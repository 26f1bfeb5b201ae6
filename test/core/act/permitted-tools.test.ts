import { expect, test } from 'vitest';
import { isPermitted, type Permits } from '../../../src/core/act/permitted-tools.ts';

const looks = ['search_functions', 'list_functions', 'get_function', 'search_guidance', 'list_guidance', 'get_guidance'];
const code = ['execute_code', 'list_sessions', 'inspect_session', 'close_session', 'install_packages'];
const writes = ['add_function', 'delete_function', 'add_guidance', 'delete_guidance'];
const talks = ['notify', 'request_clarification'];
const curates = [
  ...['update_function', 'update_guidance', 'add_environment', 'update_environment', 'delete_environment'],
  ...['set_function_environment', 'list_environments', 'get_environment'],
];
const always = ['compress_context', 'a_tool_of_a_caller', 'constructor'];
const all = [...looks, ...code, ...writes, ...talks, ...curates, ...always, 'execute_function', 'ask_about_completed_tool', 'store_skills'];

const actor = { canStore: true, canCompose: true };
const librarian = { role: 'librarian', canStore: false, canCompose: false } as const;

const rows: readonly [string, Partial<Permits>, readonly string[]][] = [
  ['an act', { library: 'filled' }, [...looks, ...code, ...writes, ...talks, ...always, 'store_skills']],
  ['one with functions', { library: 'absent', hasFunctions: true }, [...code, ...talks, ...always, 'execute_function']],
  ['one before an empty library', { library: 'empty' }, [...looks, ...code, ...writes, ...talks, ...always, 'store_skills']],
  ['one without a library', { library: 'absent' }, [...code, ...talks, ...always]],
  ['one that may not store', { settings: { ...actor, canStore: false }, library: 'filled' }, [...looks, ...code, ...talks, ...always]],
  [
    'one that may not store, before an empty library',
    { settings: { ...actor, canStore: false }, library: 'empty' },
    [...code, ...talks, ...always],
  ],
  [
    'one that may not compose',
    { settings: { ...actor, canCompose: false }, library: 'filled', hasFunctions: true },
    [...looks, ...talks, ...always, 'execute_function', 'store_skills'],
  ],
  [
    'one that may not compose, before an empty library',
    { settings: { ...actor, canCompose: false } },
    [...talks, ...always, 'store_skills'],
  ],
  ['one that may neither', { settings: { canStore: false, canCompose: false }, library: 'filled' }, [...looks, ...talks, ...always]],
  ['a librarian', { settings: librarian, library: 'filled', hasFunctions: true }, [...looks, ...writes, ...curates, ...always]],
  [
    'a librarian of an act that called tools',
    { settings: librarian, hasCompleted: true },
    [...looks, ...writes, ...curates, ...always, 'ask_about_completed_tool'],
  ],
  ['a librarian without a library', { settings: librarian, library: 'absent' }, always],
  [
    'a librarian whose task names tools',
    {
      settings: { ...librarian, reviewContext: { label: null, instructions: 'look', tools: ['add_guidance', 'execute_code'] } },
      library: 'filled',
    },
    ['add_guidance', ...always],
  ],
  [
    'a librarian whose task names none',
    { settings: { ...librarian, reviewContext: { label: null, instructions: 'look', tools: null } }, library: 'filled' },
    [...looks, ...writes, ...curates, ...always],
  ],
];

test.each(rows)('what %s may use', (_, permits, expected) => {
  const whole = { settings: actor, library: 'empty', hasFunctions: false, hasCompleted: false, ...permits } as const;
  expect(all.filter((tool) => isPermitted(tool, whole)).toSorted()).toEqual([...expected].toSorted());
});
