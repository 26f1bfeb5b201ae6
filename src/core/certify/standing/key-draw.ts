import { digestOf } from '../../model/digest.ts';

/** A number from 0 to below 1 that an occurrence always draws for this purpose: a decision that is made again after a crash is the same. */
export const keyDraw = (purpose: string, key: string): number => Number.parseInt(digestOf(`${purpose}\n${key}`).slice(0, 12), 16) / 2 ** 48;
