import { type Diagnostic, type DiagnosticCode, severityOf } from '../../model/diagnostic.ts';
import { quoted } from '../../model/shown-text.ts';
import { type Place, positionOf, type SourceText } from '../../model/source-text.ts';
import { nearest } from './nearest.ts';

/** Comparisons that all "did you mean" of one file may cost together, about half a second: a hint is not worth a wait. */
const comparisonsAtMost = 200_000;

/** Nobody reads more; and a text of 1 MiB can hold 300 000 mistakes. */
const diagnosticsAtMost = 1000;

/** What has been found wrong with one text so far. Every stage of reading adds to it. */
export class Diagnoses {
  readonly source: SourceText;
  private readonly found: { readonly start: number; readonly diagnostic: Diagnostic }[] = [];
  private readonly seen = new Set<string>();
  private comparisonsLeft = comparisonsAtMost;
  hasErrors = false;

  constructor(source: SourceText) {
    this.source = source;
  }

  /**
   * Adds a diagnostic at a place. The same one twice is one: what aliases share is read as often as it is used. Past a thousand
   * only the first error is still taken.
   */
  report(code: DiagnosticCode, place: Place, message: string, hint?: string): void {
    const severity = severityOf(code);
    const full = this.found.length >= diagnosticsAtMost && (severity === 'warning' || this.hasErrors);
    const key = `${code} ${place.start} ${message}`;
    if (full || this.seen.has(key)) return;
    this.seen.add(key);
    if (severity === 'error') this.hasErrors = true;
    const diagnostic = { code, severity, message, ...positionOf(this.source, place) };
    this.found.push({ start: place.start, diagnostic: hint === undefined ? diagnostic : { ...diagnostic, hint } });
  }

  /** The candidate that a word was most likely meant to be; null where none is near, or the search has cost enough. */
  nearest(word: string, candidates: readonly string[]): string | null {
    this.comparisonsLeft -= candidates.length;
    return this.comparisonsLeft < 0 ? null : nearest(word, candidates);
  }

  /** `did you mean "…"?` where one of the candidates is near, else `otherwise`. */
  didYouMean(word: string, candidates: readonly string[], otherwise: string): string {
    const near = this.nearest(word, candidates);
    return near === null ? otherwise : `did you mean ${quoted(near)}?`;
  }

  /** Where a text first stands in a place of the source; null where it does not, as when it was written with escapes. */
  placeWithin({ start, end }: Place, text: string): Place | null {
    const at = this.source.text.slice(start, end).indexOf(text);
    return at < 0 ? null : { start: start + at, end: start + at + text.length };
  }

  /** The line (1-based) that a place begins on. */
  lineOf(place: Place): number {
    return positionOf(this.source, place).line;
  }

  /** In the order of the text; at one place in the order of finding. */
  inOrder(): Diagnostic[] {
    return this.found.toSorted((a, b) => a.start - b.start).map(({ diagnostic }) => diagnostic);
  }
}
