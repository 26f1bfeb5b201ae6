import { expect, test } from 'vitest';
import { editText } from '../../../../src/core/library/edits/edit-text.ts';
import type { LibraryEdit } from '../../../../src/core/library/edits/library-edit.ts';
import { addingEdit } from '../../../../src/testing/sample-library.ts';

const environment = { kind: 'put_environment', name: 'csv', packages: [], manifest: '', lock: '' } as const;

test.each<[LibraryEdit, string]>([
  [addingEdit('sum'), 'new function sum'],
  [addingEdit('sum', {}, true), 'new version of function sum'],
  [{ kind: 'delete_function', name: 'sum', cascade: false }, 'function sum deleted'],
  [{ kind: 'restore_function', id: 'f1' }, 'function f1 restored'],
  [{ kind: 'archive_function', name: 'sum' }, 'function sum archived'],
  [{ kind: 'activate_function', name: 'sum' }, 'function sum active again'],
  [{ kind: 'raise_effect', name: 'sum', effectClass: 'write' }, 'function sum is write now'],
  [{ kind: 'pin_function', name: 'sum', holder: 'task t' }, 'function sum held by task t'],
  [{ kind: 'unpin_function', name: 'sum', holder: 'task t' }, 'function sum no longer held by task t'],
  [{ kind: 'add_case', name: 'sum', case: { input: 1, output: 2, run: null } }, 'a case of function sum'],
  [{ kind: 'remove_case', name: 'sum', input: 1 }, 'a case of function sum taken away'],
  [{ kind: 'set_environment', name: 'sum', environment: 'csv' }, 'environment of function sum: csv'],
  [{ kind: 'set_environment', name: 'sum', environment: null }, 'environment of function sum: none'],
  [{ kind: 'add_guidance', title: 'Sums', sections: [], functions: [] }, 'new guidance "Sums"'],
  [{ kind: 'update_guidance', id: 'g1', delta: {} }, 'guidance g1 changed'],
  [{ kind: 'delete_guidance', id: 'g1' }, 'guidance g1 deleted'],
  [{ kind: 'restore_guidance', id: 'g1' }, 'guidance g1 restored'],
  [{ ...environment, exists: false }, 'new environment csv'],
  [{ ...environment, exists: true }, 'new version of environment csv'],
  [{ kind: 'delete_environment', name: 'csv' }, 'environment csv deleted'],
  [{ kind: 'restore_environment', name: 'csv' }, 'environment csv restored'],
  [{ kind: 'undo_set', set: 's1' }, 'what s1 brought taken back'],
])('what an edit changes, in words: %#', (edit, words) => {
  expect(editText(edit)).toBe(words);
});
