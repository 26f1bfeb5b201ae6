import type { LibraryEdit } from './library-edit.ts';

/** What an edit changes, in a few words: "new function sum_invoices". */
export function editText(edit: LibraryEdit): string {
  switch (edit.kind) {
    case 'add_function':
      return `${edit.overwrite ? 'new version of function' : 'new function'} ${edit.candidate.name}`;
    case 'delete_function':
      return `function ${edit.name} deleted`;
    case 'restore_function':
      return `function ${edit.id} restored`;
    case 'archive_function':
      return `function ${edit.name} archived`;
    case 'activate_function':
      return `function ${edit.name} active again`;
    case 'raise_effect':
      return `function ${edit.name} is ${edit.effectClass} now`;
    case 'pin_function':
      return `function ${edit.name} held by ${edit.holder}`;
    case 'unpin_function':
      return `function ${edit.name} no longer held by ${edit.holder}`;
    case 'add_case':
      return `a case of function ${edit.name}`;
    case 'remove_case':
      return `a case of function ${edit.name} taken away`;
    case 'set_environment':
      return `environment of function ${edit.name}: ${edit.environment ?? 'none'}`;
    case 'add_guidance':
      return `new guidance "${edit.title}"`;
    case 'update_guidance':
      return `guidance ${edit.id} changed`;
    case 'delete_guidance':
      return `guidance ${edit.id} deleted`;
    case 'restore_guidance':
      return `guidance ${edit.id} restored`;
    case 'put_environment':
      return `${edit.exists ? 'new version of environment' : 'new environment'} ${edit.name}`;
    case 'delete_environment':
      return `environment ${edit.name} deleted`;
    case 'restore_environment':
      return `environment ${edit.name} restored`;
    case 'undo_set':
      return `what ${edit.set} brought taken back`;
  }
}
