import type { Json } from '../../../../core/model/json.ts';
import type { CallAnswer } from '../../../../ports/sandbox.ts';
import { SyntaxFault } from '../../../../source/syntax-fault.ts';
import { type ChildOutcome, maxFrameBytes } from '../frames.ts';
import { cellFailure, syntaxFailure } from './cell-failure.ts';
import type { CellPlace } from './cell-place.ts';
import { type CellScript, cellScript } from './cell-script.ts';
import { NoJson, plainJson } from './plain-json.ts';
import { shownValue } from './shown-value.ts';

const later = setImmediate;

/** Of a result; what is more is for a primitive to put somewhere. */
const mostBytes = maxFrameBytes / 4;

type Ended = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly error: unknown };

/**
 * One cell from its first line to its end. Code runs in turns: what an answer sets going runs until nothing of it is left, and
 * what is imported has come; then the other side hears of it, and only then the next answer is given. So the order of answers
 * alone decides what the code does.
 */
export class CellRun {
  readonly #place: CellPlace;
  readonly #answers: { readonly n: number; readonly answer: CallAnswer; readonly nowMs: number }[] = [];
  /** The answer that it goes on from; 0 = from its beginning, null = it has gone as far as it can. */
  #answered: number | null = 0;
  #turning = false;
  #ended: Ended | null = null;
  #script: CellScript | null = null;

  constructor(place: CellPlace) {
    this.#place = place;
  }

  start(code: string, file: string): void {
    try {
      this.#script = cellScript(code, file);
    } catch (error) {
      if (!(error instanceof SyntaxFault)) throw error;
      this.#finish({ ok: false, failure: syntaxFailure(error, file) });
      return;
    }
    this.#begin(this.#script);
  }

  #begin(script: CellScript): void {
    const end = (ended: Ended) => {
      this.#ended ??= ended;
    };
    try {
      script.start().then(
        (value) => end({ ok: true, value }),
        (error) => end({ ok: false, error }),
      );
    } catch (error) {
      end({ ok: false, error });
    }
    this.turn();
  }

  answer(n: number, answer: CallAnswer, nowMs: number): void {
    this.#answers.push({ n, answer, nowMs });
    this.turn();
  }

  /** Looks, once nothing is left to run, where the code stands. */
  turn(): void {
    if (this.#turning) return;
    this.#turning = true;
    later(() => {
      this.#turning = false;
      this.#look();
    });
  }

  #look(): void {
    const { calls, packages, channel, clock } = this.#place;
    if (packages.underWay > 0) return;
    if (this.#ended) {
      this.#conclude(this.#ended);
      return;
    }
    if (this.#answered !== null) channel.send({ t: 'idle', n: this.#answered });
    this.#answered = null;
    const next = this.#answers.shift();
    if (next) {
      this.#answered = next.n;
      clock.set(next.nowMs);
      calls.answer(next.n, next.answer);
      this.turn();
    } else if (calls.underWay === 0) {
      const error = new Error('The code waits for something that can never come: no call and no timer is under way.');
      this.#conclude({ ok: false, error: this.#place.uncaught.first?.error ?? error });
    }
  }

  #conclude(ended: Ended): void {
    const uncaught = this.#place.uncaught.first;
    const outcome: ChildOutcome = !ended.ok ? failed(ended.error) : uncaught ? failed(uncaught.error) : succeeded(ended.value);
    this.#finish(outcome);
  }

  #finish(outcome: ChildOutcome): void {
    this.#script?.publish();
    this.#place.finish(outcome);
  }
}

const failed = (error: unknown): ChildOutcome => ({ ok: false, failure: cellFailure(error) });

function succeeded(value: unknown): ChildOutcome {
  try {
    const result = resultOf(value);
    return { ok: true, result, shown: shownValue(value, 2_000) };
  } catch (error) {
    return failed(error instanceof NoJson ? new RangeError(`The result is ${error.what}: let the last expression be less.`) : error);
  }
}

function resultOf(value: unknown): Json {
  try {
    return value === undefined ? null : plainJson(value, mostBytes);
  } catch (error) {
    if (error instanceof NoJson && !error.tooLarge) return null;
    throw error;
  }
}
