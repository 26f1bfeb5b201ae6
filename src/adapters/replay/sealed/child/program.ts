import { tickName, traceName } from '../../../../core/certify/program-names.ts';
import type { Compared } from '../../../../core/certify/replay-batch.ts';
import type { Json } from '../../../../core/model/json.ts';

export type Ctx = { readonly [name: string]: unknown };
export type StoredFunction = (input: Json, ctx: Ctx) => Promise<unknown>;

/** Rounds of loops and calls of functions that a run may make: recorded runs of some thousand rows stay a hundred times below. */
const mostRounds = 100_000;

/** What all programs of a process share: how often they went round, and who hears of their comparisons. */
export class Kit {
  private rounds = 0;
  heard: Compared[] | null = null;
  isAside = false;

  begin(heard: Compared[] | null): void {
    this.rounds = 0;
    this.heard = heard;
  }

  /** What the world does for a program is no comparison of the program's. */
  aside<T>(work: () => T): T {
    this.isAside = true;
    try {
      return work();
    } finally {
      this.isAside = false;
    }
  }

  readonly tick = (): void => {
    this.rounds += 1;
    if (this.rounds > mostRounds) throw new Error('ENDLESS: the program goes round without an end');
  };

  readonly trace = (site: number, sign: string, left: unknown, right: unknown): boolean => {
    this.hear(String(site), sign, left, right);
    return compared(sign, left, right);
  };

  hear(site: string, sign: string, left: unknown, right: unknown): void {
    if (this.heard === null || this.heard.length > 2000) return;
    const [a, b] = [told(left), told(right)];
    if (a !== undefined && b !== undefined) this.heard.push({ site, sign, left: a, right: b });
  }
}

const told = (value: unknown): Compared['left'] | undefined => {
  if (typeof value === 'string') return value.slice(0, 500);
  return typeof value === 'number' || typeof value === 'boolean' || value === null ? value : undefined;
};

function compared(sign: string, left: unknown, right: unknown): boolean {
  const [a, b] = [left as number, right as number];
  switch (sign) {
    case '<':
      return a < b;
    case '<=':
      return a <= b;
    case '>':
      return a > b;
    case '>=':
      return a >= b;
    case '===':
      return left === right;
    case '!==':
      return left !== right;
    case '==':
      // biome-ignore lint/suspicious/noDoubleEquals: it is what the program says
      return left == right;
    default:
      // biome-ignore lint/suspicious/noDoubleEquals: it is what the program says
      return left != right;
  }
}

/** A program made a function; throws where it is none. */
export const functionOf = (text: string, kit: Kit): StoredFunction =>
  new Function(tickName, traceName, `'use strict';${text}`)(kit.tick, kit.trace) as StoredFunction;
