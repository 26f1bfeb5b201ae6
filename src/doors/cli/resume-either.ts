import type { ResumeOptions } from '../../app/run/resume-run.ts';
import { tellRun } from '../../app/settle/tell-run.ts';
import { isActRunEvent } from '../../core/events/run-event.ts';
import type { Refusal } from '../../core/model/refusal.ts';
import type { Result } from '../../core/model/result.ts';
import { follow } from './act/follow-act.ts';
import { resumeAndFollow } from './follow-run.ts';
import { nameOfUser } from './name-of-user.ts';
import { printRefusal } from './print-refusal.ts';
import { exitCodeOfRun } from './run-exit-code.ts';
import type { Terminal } from './terminal.ts';

type Request = Omit<ResumeOptions, 'signal' | 'observer'>;

interface Found {
  readonly run: string;
  readonly isAct: boolean;
  /** Whether it is driven at this moment, and waits for a word to go on. */
  readonly isPaused: boolean;
}

const unpauseWaitMs = 5_000;

/** Takes up a run, of whatever kind it is, and shows it; lets a paused one go on where it is. */
export async function resumeEither(terminal: Terminal, request: Request, json: boolean, strict: boolean): Promise<number> {
  const found = await kindOf(terminal, request.run);
  if (!found.ok) return printRefusal(terminal, found.failure, json);
  const { run, isAct, isPaused } = found.value;
  if (isPaused && !request.approval) return unpause(terminal, run, json);
  if (isAct) return resumeAct(terminal, { ...request, run }, json);
  const followed = await resumeAndFollow(terminal, request, json);
  return followed.ok ? exitCodeOfRun(followed.value, strict) : printRefusal(terminal, followed.failure, json);
}

async function kindOf(terminal: Terminal, run: string): Promise<Result<Found, Refusal>> {
  const { withRun } = await import('../../app/history/run-history.ts');
  return withRun(terminal.cwd, run, async ({ summary, life, events }) => ({
    run: summary.run,
    isAct: events[0] !== undefined && isActRunEvent(events[0].event),
    isPaused:
      life === 'running' && events.findLast(({ event }) => ['paused', 'unpaused', 'resumed'].includes(event.type))?.event.type === 'paused',
  }));
}

async function unpause(terminal: Terminal, run: string, json: boolean): Promise<number> {
  const told = await tellRun(terminal.cwd, run, { kind: 'unpause' }, nameOfUser(), unpauseWaitMs);
  if (!told.ok) return printRefusal(terminal, told.failure, json);
  if (json) terminal.json({ v: 1, type: 'run.unpause', run, how: told.value.how });
  else
    terminal.out(told.value.how === 'taken' ? `${terminal.style('green', '✓')} run ${run} goes on` : `run ${run} has been asked to go on`);
  return 0;
}

async function resumeAct(terminal: Terminal, request: Request, json: boolean): Promise<number> {
  const act = await import('../../app/act/resume-act.ts');
  const { run, cwd = terminal.cwd, env = terminal.env, by = 'pawl resume', approval = null, script } = request;
  return follow(terminal, json, (watched) =>
    act.resumeAct({ run, cwd, env, by, judgement: approval, ...(typeof script === 'string' ? { script } : {}), ...watched }),
  );
}
