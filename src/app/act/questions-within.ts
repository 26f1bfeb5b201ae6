import type { ActCourse } from '../../agent/act-course.ts';
import type { StoredEvent } from '../../core/events/envelope.ts';
import type { ActAround } from './act-within.ts';
import type { OwnedAct } from './owned-act.ts';

type Watched = Pick<OwnedAct, 'signal' | 'onEvent' | 'onActivity' | 'onOpen'>;

/**
 * What the models of acts within an act ask people: it is asked in the act around them too, so that whoever watches that one sees it and can answer, and an answer
 * given there goes on to the act whose question it was. Both journals have both, so a crash between them loses neither.
 */
export class QuestionsWithin {
  private readonly opened: Promise<ActAround>;
  private readonly courses = new Map<string, Pick<ActCourse, 'state' | 'hear'>>();

  /** `opened` resolves once the act around them goes on. */
  constructor(opened: Promise<ActAround>) {
    this.opened = opened;
  }

  /** Whoever watches the act within, with its questions handed on besides. */
  of(run: string, op: number, watched: Watched): Watched {
    return {
      ...watched,
      onEvent: (stored) => {
        watched.onEvent(stored);
        void this.heardWithin(run, op, stored).catch(() => {});
      },
      onOpen: (course) => {
        this.courses.set(run, course);
        watched.onOpen(course);
        void this.takeUp(run, op, course).catch(() => {});
      },
    };
  }

  /** What somebody answered in the act around them, where it is one of these questions. */
  async answered(id: number): Promise<void> {
    const answer = (await this.opened).state.answersWithin.get(id);
    if (answer === undefined) return;
    const { run, text, by } = answer;
    await this.courses.get(run)?.hear(({ clarifications }) =>
      // Whoever answered it there was faster.
      clarifications.has(answer.id) ? [{ type: 'clarification.answered', id: answer.id, text, by, message: null }] : [],
    );
  }

  private async heardWithin(run: string, op: number, { event }: StoredEvent): Promise<void> {
    if (event.type === 'clarification.asked') await this.ask(run, op, event.id, event.question);
    if (event.type !== 'clarification.answered') return;
    const around = await this.opened;
    for (const [id, { within }] of around.state.clarifications) {
      if (within?.run !== run || within.id !== event.id) continue;
      await around.take([{ type: 'clarification.answered', id, text: event.text, by: event.by, message: null }]);
    }
  }

  /** After a crash either journal may be one step ahead. */
  private async takeUp(run: string, op: number, { state }: Pick<ActCourse, 'state'>): Promise<void> {
    const around = await this.opened;
    for (const [id, answer] of around.state.answersWithin) if (answer.run === run) await this.answered(id);
    for (const [id, { question }] of state.clarifications) await this.ask(run, op, id, question);
  }

  private async ask(run: string, op: number, id: number, question: string): Promise<void> {
    const around = await this.opened;
    const { clarifications, answersWithin, ending } = around.state;
    const isKnown = [...clarifications.values()].some(({ within }) => within?.run === run && within.id === id);
    const isAnswered = [...answersWithin.values()].some((answer) => answer.run === run && answer.id === id);
    if (isKnown || isAnswered || ending !== null) return;
    await around.take([{ type: 'clarification.asked', id: around.nextOp(), op, question, within: { run, id } }]);
  }
}
