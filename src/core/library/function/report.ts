import type { DiagnosticCode } from '../../model/diagnostic.ts';
import type { Spot } from './code-facts.ts';

/** Takes down one mistake: the code, its place, what is wrong, what to do instead. */
export type Report = (code: DiagnosticCode, at: Spot, message: string, hint?: string) => void;
