import type { ActSettings } from '../events/act-event.ts';

/** What decides which tools an act has, besides where it stands. */
export interface Permits {
  readonly settings: Pick<ActSettings, 'role' | 'canStore' | 'canCompose' | 'reviewContext'>;
  /** Whether there is a library, and something in it. */
  readonly library: 'absent' | 'empty' | 'filled';
  /** Whether there are stored functions that it may run. */
  readonly hasFunctions: boolean;
  /** Whether the act that a librarian looks at made calls that one can ask about. */
  readonly hasCompleted: boolean;
}

/** Kinds of tools, by what they need. */
type Kind = 'code' | 'run' | 'talk' | 'look' | 'look_inside' | 'write' | 'curate' | 'store' | 'ask_completed' | 'always';

const kinds: Readonly<Record<string, Kind>> = {
  execute_code: 'code',
  list_sessions: 'code',
  inspect_session: 'code',
  close_session: 'code',
  install_packages: 'code',
  execute_function: 'run',
  notify: 'talk',
  request_clarification: 'talk',
  search_functions: 'look',
  list_functions: 'look',
  get_function: 'look',
  search_guidance: 'look',
  list_guidance: 'look',
  get_guidance: 'look',
  list_environments: 'look_inside',
  get_environment: 'look_inside',
  add_function: 'write',
  delete_function: 'write',
  add_guidance: 'write',
  delete_guidance: 'write',
  update_function: 'curate',
  add_case: 'curate',
  update_guidance: 'curate',
  add_environment: 'curate',
  update_environment: 'curate',
  delete_environment: 'curate',
  set_function_environment: 'curate',
  ask_about_completed_tool: 'ask_completed',
  store_skills: 'store',
};

/** Whether an act may have a tool. What is not named here (one that a caller brings, one to compress the context) anybody has. */
export function isPermitted(tool: string, permits: Permits): boolean {
  const kind = Object.hasOwn(kinds, tool) ? (kinds[tool] as Kind) : 'always';
  return permits.settings.role === 'librarian' ? librarianMay(tool, kind, permits) : actorMay(kind, permits);
}

function actorMay(kind: Kind, { settings: { canStore, canCompose }, library, hasFunctions }: Permits): boolean {
  switch (kind) {
    case 'code':
      return canCompose;
    case 'run':
      return hasFunctions;
    case 'look':
      return library === 'filled' || (library === 'empty' && canStore && canCompose);
    case 'write':
      return canStore && canCompose && library !== 'absent';
    case 'store':
      return canStore && library !== 'absent';
    case 'look_inside':
    case 'curate':
    case 'ask_completed':
      return false;
    case 'talk':
    case 'always':
      return true;
  }
}

/** A librarian judges and does not act: it has the whole library, nothing that runs code, and nobody to talk to. */
function librarianMay(tool: string, kind: Kind, { settings: { reviewContext }, library, hasCompleted }: Permits): boolean {
  const named = reviewContext?.tools ?? null;
  if (named !== null && kind !== 'always' && !named.includes(tool)) return false;
  switch (kind) {
    case 'look':
    case 'look_inside':
    case 'write':
    case 'curate':
      return library !== 'absent';
    case 'ask_completed':
      return hasCompleted;
    case 'code':
    case 'run':
    case 'talk':
    case 'store':
      return false;
    case 'always':
      return true;
  }
}
