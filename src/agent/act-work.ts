import type { ActState } from '../core/act/act-state.ts';
import { isPermitted } from '../core/act/permitted-tools.ts';
import { systemPrompt } from '../core/act/system-prompt.ts';
import type { ActOutcome, ActSettings } from '../core/events/act-event.ts';
import type { StoredEvent } from '../core/events/envelope.ts';
import type { ActRunEvent } from '../core/events/run-event.ts';
import type { Failure } from '../core/model/failure.ts';
import type { Result } from '../core/model/result.ts';
import type { AskPerson } from '../effects/effect-parts.ts';
import type { Effects } from '../effects/effects.ts';
import { Recorder } from '../journaling/recorder.ts';
import { ActCourse, type Meaning } from './act-course.ts';
import { actEffects } from './act-effects.ts';
import type { ActDrive, ActPorts } from './act-parts.ts';
import { ActPauses } from './act-pauses.ts';
import { answerQuestion } from './answer-question.ts';
import { builtInTools } from './built-in-tools.ts';
import { performEntrypoint } from './perform-entrypoint.ts';
import { performTool } from './perform-tool.ts';
import { performTurn } from './perform-turn.ts';
import type { FunctionParts } from './run-function.ts';
import { Sessions } from './sessions.ts';
import type { Tool } from './tool.ts';
import { toolsFor } from './tools/adopted-tools.ts';
import { lockOf } from './tools/install-packages.ts';
import { UnderWay } from './under-way.ts';

/** At most so many stateful sessions has an act at once. */
const mostSessions = 20;

/** What was under way when the process ended is carried out again; a turn is asked for anew. */
const carriedOutAgain: ReadonlySet<string> = new Set(['tool.requested', 'entrypoint.requested', 'edits.requested']);

/** The work of one act: what its course wants is carried out here, each thing as it comes to be on disk. */
export class ActWork {
  readonly settings: ActSettings;
  readonly course: ActCourse;
  readonly underWay = new UnderWay();
  /** What a person is asked, and nobody has answered: the act waits for it. */
  question: string | null = null;
  private readonly pauses = new ActPauses();
  private readonly ports: ActPorts;
  private readonly drive: ActDrive;
  private readonly stopping = new AbortController();
  private readonly effects: Effects;
  private readonly sessions: Sessions;
  private readonly running: FunctionParts;
  private readonly tools: Map<string, Tool>;
  private readonly system: string;

  constructor(ports: ActPorts, drive: ActDrive) {
    this.ports = ports;
    this.drive = drive;
    this.settings = settingsOf(drive);
    const names: string[] = [];
    this.course = this.openCourse(names);
    const primitives = drive.primitives((text) => this.take([{ type: 'notified', text }]));
    const { course, settings } = this;
    const person = this.askPerson();
    const { pauses } = this;
    this.effects = actEffects(ports, { ...drive, primitives, person, course, settings, pauses, signal: this.stopping.signal });
    this.sessions = new Sessions(ports.sandbox, { ...drive.session, primitives: primitives.map(({ name }) => name) }, mostSessions);
    this.running = { sessions: this.sessions, effects: this.effects, settings, functionPackages: drive.functionPackages, pauses };
    this.usePackages();
    if (course.state.entrypoint?.ok === false) this.effects.takeOver();
    const builtIn = builtInTools({ ...ports, ...drive, ...this.running, course });
    const permits = { ...drive.permits, settings, hasFunctions: drive.hasFunctions };
    const permitted = [...builtIn, ...drive.tools(course)].filter(({ declaration }) => isPermitted(declaration.name, permits));
    this.tools = new Map(permitted.map((tool) => [tool.declaration.name, tool]));
    names.push(...this.tools.keys());
    for (const run of [...course.state.adopted.keys(), ...course.state.storage.keys()]) this.adopt(run);
    this.system = systemPrompt({ primitives, functions: drive.functions, settings, canStore: this.tools.has('store_skills') });
  }

  /** Begins, or finds out what came of what was under way and goes on with it. */
  async begin(): Promise<Result<void, Failure>> {
    const { first, before: recorded, history } = this.drive;
    const before = this.course.state;
    const begun = await this.course.take([first, ...recorded]);
    if (!begun.ok || first.type === 'act.started') return begun;
    this.underWay.add(this.takeUp(history, before));
    return begun;
  }

  /** Finds out what came of writes that were under way, which may take as long as an act within it does; all else goes on from there. */
  private async takeUp(history: readonly StoredEvent[], before: ActState): Promise<void> {
    const settled = await this.effects.settle();
    if (!settled.ok) return this.underWay.breakOff(settled.failure);
    // It goes on once a person has said what came of these.
    if (settled.value.waiting.length > 0) return;
    for (const stored of history) {
      const { event } = stored;
      if (carriedOutAgain.has(event.type) && 'op' in event && before.pending.has(event.op)) this.carryOut(stored);
      if (event.type === 'question.asked' && before.questions.has(event.id)) this.carryOut(stored);
    }
  }

  /** Takes in what has happened; where the journal can not be written any more, all ends. */
  async take(events: readonly ActRunEvent[]): Promise<void> {
    const taken = await this.course.take(events);
    if (!taken.ok) this.underWay.breakOff(taken.failure);
  }

  /** Takes in what somebody says; of an act that is about to end nothing. */
  async hear(meaning: Meaning): Promise<void> {
    const heard = await this.course.hear(meaning);
    if (!heard.ok && this.course.state.ending === null) this.underWay.breakOff(heard.failure);
  }

  /** Ends what is under way. */
  stop(): void {
    this.stopping.abort();
  }

  async close(): Promise<void> {
    this.stop();
    await this.underWay.ended();
    await this.sessions.closeAll();
  }

  private openCourse(names: readonly string[]): ActCourse {
    const { run, history, first, discovery, onEvent } = this.drive;
    const epoch = first.type === 'resumed' ? first.epoch : 1;
    const recorderOf = (observe: (stored: StoredEvent) => void): Recorder =>
      new Recorder({ ...this.ports, run, epoch, nextSeq: history.length, observe });
    return new ActCourse({ names, discovery }, history, recorderOf, (stored) => {
      onEvent(stored);
      this.pauses.standsAt(this.course.state.paused);
      this.carryOut(stored);
      this.underWay.wake();
    });
  }

  /** An act that is taken up has the packages that were installed before. */
  private usePackages(): void {
    const set = this.course.state.packages;
    if (set === null) return;
    this.sessions.usePackages(async () => {
      const lock = await lockOf(this.ports.blobs, set);
      return lock.ok ? this.drive.packages.restore(String(set.op), lock.value, this.stopping.signal) : lock;
    });
  }

  private adopt(run: string): void {
    for (const tool of toolsFor(run, this.drive.adopted)) this.tools.set(tool.declaration.name, tool);
  }

  private askPerson(): AskPerson {
    const waits = (question: string): void => {
      this.question ??= question;
      this.underWay.wake();
    };
    return {
      ask: async (held) => {
        const judged = await this.drive.person.ask(held);
        if (judged !== null) return judged;
        waits(held.question);
        return null;
      },
      waits,
    };
  }

  private carryOut({ event, atMs }: StoredEvent): void {
    const doing = {
      ...this.ports,
      ...this.drive,
      system: this.system,
      tools: this.tools,
      state: this.course.state,
      signal: this.stopping.signal,
    };
    switch (event.type) {
      case 'turn.requested':
        this.underWay.add(performTurn(doing, event).then((outcome) => this.takeOutcome(outcome)));
        break;
      case 'tool.requested':
        this.underWay.add(performTool(doing, event, atMs).then((outcome) => this.takeOutcome(outcome)));
        break;
      case 'edits.requested':
        this.underWay.add(this.carryOutEdits(event.op));
        break;
      case 'act.adopted':
        this.adopt(event.run);
        break;
      case 'storage.begun':
        this.adopt(event.pass);
        break;
      case 'entrypoint.requested':
        this.underWay.add(performEntrypoint({ ...doing, ...this.running }, event.op, atMs).then((outcome) => this.takeOutcome(outcome)));
        break;
      case 'entrypoint.ended':
        if (!event.result.ok) this.effects.takeOver();
        break;
      case 'question.asked':
        this.underWay.add(answerQuestion(doing, event).then((answer) => this.take([answer])));
        break;
      default:
    }
  }

  /** What a librarian has set down. Carried out again after a crash it is done once: it is one set, by the id of its run. */
  private async carryOutEdits(op: number): Promise<void> {
    const { carryOut } = this.drive;
    if (carryOut === undefined) throw new Error('an act that is no librarian has edits to carry out');
    await this.takeOutcome({ type: 'edits.ended', op, result: await carryOut(this.course) });
  }

  /** What a person is asked about has no outcome yet: it is taken up again with their answer. */
  private async takeOutcome(outcome: ActOutcome): Promise<void> {
    if (this.question === null) await this.take([outcome]);
  }
}

function settingsOf({ first, history }: ActDrive): ActSettings {
  if (first.type === 'act.started') return first.settings;
  for (const { event } of history) if (event.type === 'act.started') return event.settings;
  throw new Error('the act has no first event');
}
