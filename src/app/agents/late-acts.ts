import type { Call, Runner } from '../../ports/runner.ts';

type Begin = Runner['start'];

/** Acts that answer prompt steps: what they are performed with is there once the run's store is open, and is loaded when one is asked for. */
export class LateActs {
  private load: (() => Promise<Begin>) | null = null;

  use(load: () => Promise<Begin>): void {
    this.load = load;
  }

  readonly start: Begin = (call: Call) => {
    if (this.load === null) throw new Error('an act was asked for before the run was opened');
    const started = this.load().then((begin) => begin(call));
    return {
      activity: (async function* () {
        yield* (await started).activity;
      })(),
      answer: started.then(({ answer }) => answer),
    };
  };
}
