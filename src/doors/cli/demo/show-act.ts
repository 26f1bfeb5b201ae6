import type { DemoAct } from '../../../app/setup/demo-act.ts';
import type { DemoProject } from '../../../app/setup/demo-project.ts';
import type { StoredEvent } from '../../../core/events/envelope.ts';
import { follow, followAct } from '../act/follow-act.ts';
import { printReplayed } from '../act/print-replayed.ts';
import { printEntry } from '../library/print-entry.ts';
import { printRefusal } from '../print-refusal.ts';
import { printSettled } from '../print-settled.ts';
import type { Terminal } from '../terminal.ts';
import { typed } from './typed.ts';

/** An act in the project of the demo: told something in mid-run, replayed from its journal, and undone. Gives the exit code. */
export async function showAct(terminal: Terminal, project: DemoProject, json: boolean): Promise<number> {
  const { demoAct } = await import('../../../app/setup/demo-act.ts');
  const shown = await demoAct(project);
  if (!json) printBefore(terminal, shown);
  const told = await actTold({ ...terminal, cwd: project.folder }, shown, json);
  if (told.code !== 0) return told.code;
  const { replayAct } = await import('../../../app/act/replay-act.ts');
  const { undoRun } = await import('../../../app/settle/undo-run.ts');
  const { folder } = project;
  const { run } = told;
  if (!json) {
    terminal.out('');
    typed(terminal, `pawl replay ${run}`, 'the same code once more, from the journal alone');
  }
  const code = printReplayed(terminal, await replayAct({ run, cwd: folder }), json);
  if (code !== 0) return code;
  if (!json) {
    terminal.out('');
    typed(terminal, `pawl undo ${run}`, 'and API.md is gone again');
  }
  const undone = printSettled(terminal, 'undone', await undoRun(folder, run, false), json);
  return undone === 0 ? showSecond({ ...terminal, cwd: folder }, shown, json) : undone;
}

/** Another act that uses what the librarian kept of the first one, and where that came from. */
async function showSecond(terminal: Terminal, { second, stored, weakness }: DemoAct, json: boolean): Promise<number> {
  if (!json) {
    terminal.out('');
    terminal.out(
      'Behind the act (■) a librarian looked through what it did, and stored a function and guidance. It is a script too: it shows',
    );
    terminal.out('what is done with a judgement, not how good one is. The next act looks into the library first, and uses what is there.');
    terminal.out('');
    typedAct(terminal, second, weakness);
  }
  const code = await followAct(terminal, second.task, second.options, json);
  if (code !== 0) return code;
  const { showEntry } = await import('../../../app/library/show-entry.ts');
  const entry = await showEntry(terminal.cwd, stored);
  if (!entry.ok) return printRefusal(terminal, entry.failure, json);
  if (json) {
    terminal.json({ v: 1, type: 'library.shown', ...entry.value });
    return 0;
  }
  terminal.out('');
  typed(terminal, `pawl library show ${stored}`, 'what was stored, how often it was used, and what takes it back');
  printEntry(terminal, entry.value);
  return 0;
}

const typedAct = (terminal: Terminal, { task, options }: Pick<DemoAct, 'task' | 'options'>, weakness: string | null): void =>
  typed(terminal, `pawl act "${task}" --script ${options.script}${weakness === null ? '' : ' --sandbox weak'}`);

function printBefore(terminal: Terminal, shown: DemoAct): void {
  const { weakness } = shown;
  terminal.out('');
  terminal.out('Now an act: a model carries out a task by writing code. The code runs in a sandbox, where it reaches the outside by calls');
  terminal.out('of `ctx` alone, and each call is written down. The model is a script again, no model, and costs nothing; the sandbox, the');
  terminal.out('file that is written and the tests are real. In mid-run it is told something («), as `pawl say` does from elsewhere.');
  if (weakness !== null) {
    terminal.out(`${terminal.style('yellow', '!')} The sandbox is weak here: ${weakness}`);
    terminal.out("  This code is Pawl's own, so it runs all the same. Code of a model is refused here, unless you say --sandbox weak.");
  }
  terminal.out('');
  typedAct(terminal, shown, weakness);
}

/** Runs it and shows it, and tells it something as soon as its first piece of code is at work: so the model hears it before its second turn. */
async function actTold(terminal: Terminal, { task, said, options }: DemoAct, json: boolean): Promise<{ code: number; run: string }> {
  const { act } = await import('../../../app/act/act.ts');
  let run = '';
  const code = await follow(terminal, json, ({ signal, onEvent }) => {
    let isTold = false;
    const handle = act(task, {
      ...options,
      signal,
      onEvent(stored) {
        run = stored.run;
        onEvent(asYou(stored));
        if (isTold || stored.event.type !== 'effect.requested') return;
        isTold = true;
        // Where it could not be said any more the act has failed, which is shown.
        handle.interject(said).catch(() => {});
      },
    });
    return handle;
  });
  return { code, run };
}

/** The reader is who tells it something. */
const asYou = (stored: StoredEvent): StoredEvent =>
  stored.event.type === 'said' ? { ...stored, event: { ...stored.event, by: 'you' } } : stored;
