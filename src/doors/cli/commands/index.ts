import type { CliCommand } from '../cli-command.ts';
import { act } from './act.ts';
import { apply } from './apply.ts';
import { approve } from './approve.ts';
import { ask } from './ask.ts';
import { backup } from './backup.ts';
import { cancel } from './cancel.ts';
import { demo } from './demo.ts';
import { doctor } from './doctor.ts';
import { gc } from './gc.ts';
import { init } from './init.ts';
import { library } from './library.ts';
import { list } from './list.ts';
import { log } from './log.ts';
import { pause } from './pause.ts';
import { replay } from './replay.ts';
import { resume } from './resume.ts';
import { run } from './run.ts';
import { runs } from './runs.ts';
import { say } from './say.ts';
import { schema } from './schema.ts';
import { serve } from './serve.ts';
import { show } from './show.ts';
import { task } from './task.ts';
import { undo } from './undo.ts';
import { validate } from './validate.ts';

/** Every command by its name, in the order in which help lists them. */
export const commands: Readonly<Record<string, CliCommand>> = {
  run,
  act,
  validate,
  list,
  runs,
  show,
  log,
  apply,
  undo,
  say,
  ask,
  pause,
  cancel,
  resume,
  approve,
  replay,
  task,
  serve,
  library,
  gc,
  backup,
  init,
  doctor,
  schema,
  demo,
};
