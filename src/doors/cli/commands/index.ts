import type { CliCommand } from '../cli-command.ts';
import { apply } from './apply.ts';
import { cancel } from './cancel.ts';
import { demo } from './demo.ts';
import { doctor } from './doctor.ts';
import { gc } from './gc.ts';
import { init } from './init.ts';
import { list } from './list.ts';
import { run } from './run.ts';
import { runs } from './runs.ts';
import { schema } from './schema.ts';
import { show } from './show.ts';
import { undo } from './undo.ts';
import { validate } from './validate.ts';

/** Every command, in the order in which help lists them. */
export const commands: readonly CliCommand[] = [run, validate, list, runs, show, apply, undo, cancel, gc, init, doctor, schema, demo];
