import { type TextForm, textForms } from './shape.ts';

const patterns: Readonly<Record<TextForm, RegExp>> = {
  date: /^\d{4}-\d{2}-\d{2}$/,
  instant: /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?$/,
  url: /^[a-z][a-z0-9+.-]*:\/\/\S+$/i,
  email: /^[^\s@]+@[^\s@]+$/,
  uuid: /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i,
  number: /^-?\d+(?:\.\d+)?$/,
};

/** The form that all of the texts have; null = they share none that is known here, or there are none. */
export const formOf = (texts: readonly string[]): TextForm | null =>
  texts.length === 0 ? null : (textForms.find((form) => texts.every((text) => patterns[form].test(text))) ?? null);

export const hasForm = (form: TextForm, text: string): boolean => patterns[form].test(text);

/** The host of a text that is an address ("api.test:8443"), in lower case and without what is before an @; null = it is none. */
export function hostOf(text: string): string | null {
  const found = /^[a-z][a-z0-9+.-]*:\/\/(?:[^/?#\s]*@)?([^/?#\s@]+)/i.exec(text);
  return found === null ? null : (found[1] as string).toLowerCase();
}
