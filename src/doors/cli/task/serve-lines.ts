import type { ServerOptions } from '../../../app/tasks/start-server.ts';
import { causeText, occurrenceStateText } from '../../../core/views/task-text.ts';
import { timeOfDay } from '../clock-text.ts';
import { jsonOf } from '../progress/json-lines.ts';
import type { Style, Terminal } from '../terminal.ts';
import { visibleText } from '../visible-text.ts';
import { occurrenceJson } from './task-json.ts';

/** What a server does, a line for each thing: when, which task, which run, what. */
export function serveLines(terminal: Terminal): ServerOptions['watch'] {
  const line = (style: Style | null, task: string, text: string): void => {
    const start = `${terminal.style('dim', timeOfDay(Date.now()))}  ${task}  `;
    terminal.out(`${start}${style === null ? visibleText(text) : terminal.style(style, visibleText(text))}`);
  };
  return {
    onListening: (port) => line('dim', 'webhooks', `POST http://127.0.0.1:${port}/hooks/NAME`),
    onDeaf: (why) => line('yellow', 'webhooks', `none are taken here: ${why}`),
    onCreated(task, { cause, state, note }) {
      if (state === 'skipped') line('yellow', task.name, `passed over (${causeText(cause)}): ${note ?? ''}`);
    },
    onBegun: (task, { run, cause }, isNew) => line(null, task.name, `${run}  ${isNew ? 'begins' : 'is taken up'} (${causeText(cause)})`),
    onOver(task, { run, state, note }) {
      const style = state === 'succeeded' ? 'green' : state === 'failed' ? 'red' : 'yellow';
      line(style, task.name, `${run}  ${occurrenceStateText(state)}${note === null ? '' : `: ${note}`}`);
    },
    onEnded: (task) => line('dim', task.name, `has ended (${task.ended})`),
    onEvent: () => {},
    onHindered: (task, { run }, why) => line('yellow', task.name, `${run}  waits: ${why}`),
    onTrouble: ({ message }) => line('red', 'tasks', message),
  };
}

/** The same as JSON, with the events of the runs. */
export function serveJson(terminal: Terminal): ServerOptions['watch'] {
  const said = (what: string, value: object): void => terminal.json({ v: 1, type: 'serve', what, ...value });
  return {
    onListening: (port) => said('listening', { port }),
    onDeaf: (message) => said('deaf', { message }),
    onCreated: (task, occurrence) => terminal.json({ ...occurrenceJson(occurrence), name: task.name }),
    onBegun: (task, occurrence) => terminal.json({ ...occurrenceJson(occurrence), state: 'running', name: task.name }),
    onOver: (task, occurrence) => terminal.json({ ...occurrenceJson(occurrence), name: task.name }),
    onEnded: (task) => said('ended', { name: task.name, how: task.ended }),
    onEvent: (_, stored) => terminal.json(jsonOf(stored)),
    onHindered: (task, { run }, message) => said('waits', { name: task.name, run, message }),
    onTrouble: ({ code, message }) => said('trouble', { code, message }),
  };
}
