import type { ActSettings } from '../core/events/act-event.ts';
import type { StoredEvent } from '../core/events/envelope.ts';
import type { Effects } from '../effects/effects.ts';
import type { Blobs } from '../ports/blobs.ts';
import type { StoredFunction } from '../ports/functions.ts';
import type { Packages } from '../ports/packages.ts';
import type { Pauses } from '../ports/pauses.ts';
import type { ActCourse } from './act-course.ts';
import type { FunctionPackages } from './run-function.ts';
import type { Sessions } from './sessions.ts';
import type { Tool } from './tool.ts';
import { compressContextTool } from './tools/compress-context.ts';
import { executeCodeTool } from './tools/execute-code.ts';
import { executeFunctionTool } from './tools/execute-function.ts';
import { installPackagesTool } from './tools/install-packages.ts';
import { notifyTool } from './tools/notify.ts';
import { requestClarificationTool } from './tools/request-clarification.ts';
import { sessionTools } from './tools/session-tools.ts';

interface Parts {
  readonly blobs: Blobs;
  readonly course: ActCourse;
  readonly sessions: Sessions;
  readonly effects: Effects;
  readonly settings: ActSettings;
  readonly history: readonly StoredEvent[];
  readonly packages: Packages;
  readonly functions: readonly StoredFunction[];
  readonly functionPackages: FunctionPackages;
  readonly pauses: Pauses;
}

/** The tools that every act has, as far as it may compose. */
export const builtInTools = (parts: Parts): Tool[] => [
  ...(parts.settings.canCompose ? [executeCodeTool(parts), ...sessionTools(parts.sessions), installPackagesTool(parts)] : []),
  executeFunctionTool(parts),
  notifyTool(parts.course),
  requestClarificationTool(parts.course),
  compressContextTool,
];
