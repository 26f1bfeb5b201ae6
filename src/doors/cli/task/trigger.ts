import type { Json } from '../../../core/model/json.ts';
import { examples } from '../cli-command.ts';
import { printRefusal } from '../print-refusal.ts';
import type { Terminal } from '../terminal.ts';
import type { TaskCommand } from './task-command.ts';

interface Options {
  readonly eventId?: string;
  readonly payload?: string;
  readonly json?: true;
}

export const trigger: TaskCommand = {
  register(task, terminal, done) {
    task
      .command('trigger')
      .description('give a task an event, which pawl serve acts on; one id is acted on once')
      .argument('<name>', 'of the task')
      .option('--event-id <id>', 'tells one event from another (default: it is one of its own)')
      .option('--payload <json>', 'what the agent is given with it, as data; text that is no JSON is taken as it is')
      .option('--json', 'one JSON object')
      .addHelpText('after', examples([`pawl task trigger triage --event-id issue-42 --payload '{"issue": 42}'`]))
      .action(async (name: string, options: Options) => done(await triggered(terminal, name, options)));
  },
};

async function triggered(terminal: Terminal, name: string, { eventId, payload, json }: Options): Promise<number> {
  const { triggerTask } = await import('../../../app/tasks/trigger-task.ts');
  const taken = await triggerTask(terminal.cwd, name, { id: eventId ?? null, payload: payload === undefined ? null : payloadOf(payload) });
  if (!taken.ok) return printRefusal(terminal, taken.failure, json === true);
  const { occurrence, isNew } = taken.value;
  if (json) {
    const { occurrenceJson } = await import('./task-json.ts');
    terminal.json({ ...occurrenceJson(occurrence), isNew });
    return 0;
  }
  const { run, state, note } = occurrence;
  if (!isNew) terminal.out(`that event was taken before: run ${run} is ${state}`);
  else if (state === 'skipped') terminal.out(`${terminal.style('yellow', '!')} passed over: ${note ?? ''}`);
  else terminal.out(`${terminal.style('green', '✓')} taken as run ${run}; pawl serve  acts on it`);
  return 0;
}

function payloadOf(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
}
