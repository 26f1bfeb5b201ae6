import { expect, test } from 'vitest';
import { Scene } from '../scene.ts';

const put = (name: string, packages: readonly string[], exists = false) =>
  ({ kind: 'put_environment', name, packages, manifest: JSON.stringify(packages), lock: '{}', exists }) as const;
const each = (kind: 'delete_environment' | 'restore_environment', name = 'dates') => [{ kind, name } as const];

test('an environment is a name with exact packages, made once and changed by versions', () => {
  const scene = new Scene().environment('dates', ['dayjs@1.0.0']);
  expect(scene.set('a', [put('Dates', []), put('dates', ['dayjs@1.0.0', 'dayjs', '@s/a@latest']), put('new', ['a@1.0.0'], true)])).toEqual({
    faults: [
      '0 invalid-environment: "Dates" is no name of an environment',
      '0 invalid-environment: the environment Dates has no packages',
      '1 invalid-environment: "dayjs" is no exact version of a package',
      '1 invalid-environment: "@s/a@latest" is no exact version of a package',
      '1 name-taken: there is an environment dates already',
      '2 unknown-environment: there is no environment "new"',
    ],
  });
  expect(scene.set('b', [put('dates', ['dayjs@1.0.0'], true)])).toEqual({ remarks: ['the environment dates has these packages as it is'] });
  scene.do(put('dates', ['dayjs@2.0.0', '@s/a@1.0.0-rc.1'], true));
  expect(scene.state.environments.get('dates')).toMatchObject({ version: 2, packages: ['dayjs@2.0.0', '@s/a@1.0.0-rc.1'] });
});

test('what living functions use is neither deleted nor taken out of it', () => {
  const scene = new Scene().environment('dates', ['dayjs@1.0.0']).add('day', { environment: 'dates', imports: ['dayjs/plugin'] });
  scene.add('other', { environment: 'dates' });
  expect(scene.set('a', [put('dates', ['luxon@1.0.0'], true), ...each('delete_environment')])).toEqual({
    faults: ['0 in-use: the function day imports dayjs/plugin', '1 in-use: the environment dates is used by day, other'],
  });
  scene.do({ kind: 'delete_function', name: 'day', cascade: false }, { kind: 'set_environment', name: 'other', environment: null });
  scene.do(...each('delete_environment'));
  expect(scene.set('b', each('delete_environment'))).toEqual({ faults: ['0 unknown-environment: there is no environment "dates"'] });
});

test('a deleted one comes back, by itself or under a new version', () => {
  const scene = new Scene().environment('dates', ['dayjs@1.0.0']);
  expect(scene.set('a', [...each('restore_environment'), ...each('restore_environment', 'none')])).toEqual({
    faults: ['0 not-deleted: the environment dates is not deleted', '1 unknown-environment: there is no environment "none"'],
  });
  scene.do(...each('delete_environment')).do(...each('restore_environment'));
  expect(scene.state.environments.get('dates')).toMatchObject({ version: 1, isDeleted: false });
  scene.do(...each('delete_environment')).environment('dates', ['dayjs@2.0.0']);
  expect(scene.state.environments.get('dates')).toMatchObject({ version: 2, isDeleted: false });
});
