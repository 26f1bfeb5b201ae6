import type { RunState } from '../core/engine/state.ts';
import { type Intent, isIntent, type Outcome } from '../core/events/event.ts';
import type { WorkflowRunEvent } from '../core/events/run-event.ts';
import type { SteeringEvent } from '../core/events/steering-event.ts';
import type { Failure } from '../core/model/failure.ts';
import { fail, type Result } from '../core/model/result.ts';
import { HandedOn } from '../journaling/handed-on.ts';
import { answerQuestion } from './answer-question.ts';
import type { Course } from './course.ts';
import type { Drive } from './drive.ts';
import { perform } from './perform.ts';
import type { Approval, DrivePorts } from './performance.ts';
import { putBackOpen, type Stopped } from './put-back-open.ts';
import { Steering } from './steering.ts';
import { UnderWay } from './under-way.ts';
import { ValueFiles } from './value-files.ts';

/** Why a run within is to end, for its journal. */
const aroundEnds = 'the run around it';

/** The work of one run while it is driven: what its course wants is performed here, and what is said to it arrives here. */
export class RunWork {
  readonly files: ValueFiles;
  readonly underWay = new UnderWay();
  readonly steering: Steering;
  /** That the storage gave out under something that is performed. */
  gaveOut: Stopped | null = null;
  private readonly ports: DrivePorts;
  private readonly drive: Drive;
  private readonly course: Course;
  private readonly stop = new AbortController();
  /** Whoever asked something is answered at once where the run is to end. */
  private readonly hurry = new AbortController();
  private readonly around = new HandedOn();
  private arrived: (Outcome | SteeringEvent)[] = [];
  private approval: Approval | null;
  private broken: unknown = null;

  constructor(ports: DrivePorts, drive: Drive, course: Course) {
    this.ports = ports;
    this.drive = drive;
    this.course = course;
    this.approval = drive.approval;
    this.files = new ValueFiles(`${drive.folder}/values`, ports.blobs);
    this.steering = new Steering(drive.secrets.redactor, () => this.underWay.stir());
  }

  /** Whether nothing is performed, and nothing has come or was said that is not taken in. */
  get isIdle(): boolean {
    return this.underWay.size === 0 && this.arrived.length === 0 && this.steering.isIdle;
  }

  /** Begins what these events want, once they are on disk. */
  carryOut(batch: readonly WorkflowRunEvent[]): void {
    const { state } = this.course;
    this.around.standsAt(state.steering);
    if (state.cancelled) this.stop.abort(aroundEnds);
    if (state.cancelled || state.ending !== null) this.hurry.abort();
    for (const event of batch) {
      if (isIntent(event)) this.begin(event);
      if (event.type === 'question.asked') this.answer(event.id, event.text);
    }
    // It was said of what the run waited for; what it may come to wait for later is another question.
    this.approval = null;
  }

  /** Resolves once something has come; gives all that has. Throws where performing something broke: that is a bug. */
  async news(): Promise<WorkflowRunEvent[]> {
    if (this.arrived.length === 0) await this.underWay.stirred();
    if (this.broken !== null) {
      await this.giveUp({ kind: 'io', message: 'a bug of Pawl' });
      throw new Error('performing a step broke', { cause: this.broken });
    }
    const { arrived } = this;
    this.arrived = [];
    return [...this.steering.next(this.course.state), ...arrived];
  }

  /** Beside the run's work, whose events go on meanwhile. */
  answer(id: string, question: string): void {
    const { answerer, secrets } = this.drive;
    this.add(
      answerQuestion(answerer, secrets.redactor, id, question, this.hurry.signal).then((answered) => void this.arrived.push(answered)),
    );
  }

  async giveUp(failure: Failure): Promise<Result<RunState, Stopped>> {
    this.end();
    this.steering.settle(fail(failure));
    await this.underWay.settled();
    const putBack = failure.kind === 'refused' ? 'taken over' : await putBackOpen(this.ports, this.drive.place, this.course.state);
    return fail({ failure, putBack, intent: null });
  }

  /** Ends all that is under way. */
  async close(): Promise<void> {
    this.end();
    this.steering.close();
    await this.underWay.settled();
  }

  private end(): void {
    this.stop.abort(aroundEnds);
    this.hurry.abort();
  }

  private begin(intent: Intent): void {
    const { ports, drive, course, files, around, approval } = this;
    const { values, state } = course;
    const performing = perform({ ...ports, ...drive, approval, values, files, state, around, signal: this.stop.signal }, intent);
    this.add(
      performing.then((outcome) => {
        if (outcome?.type === 'workspace.failed' && outcome.failure.outOfStorage) {
          this.gaveOut ??= { failure: outcome.failure, putBack: 'left to resume', intent };
        } else if (outcome !== null) this.arrived.push(outcome);
      }),
    );
  }

  private add(performing: Promise<void>): void {
    this.underWay.add(
      performing.catch((error: unknown) => {
        this.broken = error;
      }),
    );
  }
}
