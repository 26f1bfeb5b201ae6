/** What a person is told of a step: three sentences or so, in plain words. */
export interface Words {
  readonly happened: string;
  /** What is done from now on. */
  readonly now: string;
  /** What they may do, with its command; '' = nothing is asked of them. */
  readonly may: string;
  /** To be told at once (`ctx.notify`), not only to who asks: something was taken back, or waits for them. */
  readonly isUrgent: boolean;
}
