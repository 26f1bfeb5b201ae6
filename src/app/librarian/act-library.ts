import type { ActCourse } from '../../agent/act-course.ts';
import type { ActDrive } from '../../agent/act-parts.ts';
import { directDesk } from '../../agent/library/direct-desk.ts';
import type { LibraryService } from '../../agent/library/library-service.ts';
import { libraryChangeTools } from '../../agent/tools/library-change.ts';
import { libraryLookTools } from '../../agent/tools/library-look.ts';
import { storeSkillsTool } from '../../agent/tools/store-skills.ts';
import type { ActSettings } from '../../core/events/act-event.ts';
import type { LibraryState } from '../../core/library/entries/library-state.ts';
import { systemClock } from '../surroundings/system-clock.ts';
import type { StoragePasses } from './storage-passes.ts';

/** The library, in the hands of one act. */
export interface ActLibrary {
  readonly service: LibraryService;
  /** As it stood when the act began. */
  readonly state: LibraryState;
  /** What stores beside the act; null = nobody can. */
  readonly passes: StoragePasses | null;
  /** The run of whoever reviews the act; null = nobody can. */
  readonly reviewer: (op: number) => string | null;
}

type LibraryDrive = Pick<ActDrive, 'tools' | 'discovery' | 'permits' | 'reviewer'>;

/** What an act has of a library: its tools, what it must look at first, who reviews it. */
export function libraryDrive(library: ActLibrary | null, run: string, { model, role }: ActSettings): LibraryDrive {
  if (library === null || role === 'librarian')
    return { tools: () => [], discovery: [], permits: { library: 'absent', hasCompleted: false }, reviewer: () => null };
  const { service, state, passes, reviewer } = library;
  const desk = directDesk(service, { clock: systemClock, run, model });
  const isAlive = ({ isDeleted }: { readonly isDeleted: boolean }): boolean => !isDeleted;
  const discovery = [
    ...([...state.functions.values()].some(isAlive) ? ['search_functions'] : []),
    ...([...state.guidance.values()].some(isAlive) ? ['search_guidance'] : []),
  ];
  return {
    tools: (_: ActCourse) => [
      ...libraryLookTools(desk),
      ...libraryChangeTools(desk),
      ...(passes === null ? [] : [storeSkillsTool(passes.begin)]),
    ],
    discovery,
    permits: { library: discovery.length > 0 ? 'filled' : 'empty', hasCompleted: false },
    reviewer,
  };
}
