import { shortestSecretChars } from './secret-forms.ts';

/** One way in which a secret is written, and what is put in its place. */
export interface MarkedForm {
  readonly form: string;
  readonly mark: string;
}

/** Where a text was cut; what follows may be the end of a secret whose beginning is gone. */
const cutMark = /…|\.\.\./g;

/** Takes the ends of secrets, of 8 characters and more, away from behind the places where a text was cut. */
export class CutEnds {
  private readonly forms: readonly MarkedForm[];
  /** Every 8 characters that follow one another in a form: few texts have any of them behind a cut, and many have very many cuts. */
  private pieces: ReadonlySet<string> | null = null;

  constructor(forms: readonly MarkedForm[]) {
    this.forms = forms;
  }

  removedFrom(text: string): string {
    let out = '';
    let from = 0;
    for (const { index, 0: cut } of text.matchAll(cutMark)) {
      const start = index + cut.length;
      const end = this.endAt(text, start);
      if (end === null) continue;
      out += text.slice(from, start) + end.mark;
      from = start + end.length;
    }
    return out + text.slice(from);
  }

  private endAt(text: string, start: number): { readonly length: number; readonly mark: string } | null {
    const first = text.slice(start, start + shortestSecretChars);
    this.pieces ??= piecesOf(this.forms);
    if (!this.pieces.has(first)) return null;
    for (const { form, mark } of this.forms) {
      for (let at = form.indexOf(first); at !== -1; at = form.indexOf(first, at + 1)) {
        if (text.startsWith(form.slice(at), start)) return { length: form.length - at, mark };
      }
    }
    return null;
  }
}

function piecesOf(forms: readonly MarkedForm[]): ReadonlySet<string> {
  const pieces = new Set<string>();
  for (const { form } of forms) {
    for (let at = 0; at + shortestSecretChars <= form.length; at++) pieces.add(form.slice(at, at + shortestSecretChars));
  }
  return pieces;
}
