/** A word, sign, number or text of a written type, and where it begins in the text. */
export interface TypeWord {
  readonly text: string;
  readonly kind: 'name' | 'text' | 'number' | 'sign';
  readonly onNewLine: boolean;
}

const form =
  /(\s+|\/\/[^\n]*|\/\*[\s\S]*?\*\/)|([A-Za-z_$][\w$]*)|("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')|(-?\d[\d_]*(?:\.\d+)?(?:[eE][+-]?\d+)?)|(=>|\.\.\.|[\s\S])/y;

/** The words of a text that holds types; comments and blanks are left out. Never fails: what is none of the forms is a sign of its own. */
export function typeWords(text: string): TypeWord[] {
  const words: TypeWord[] = [];
  let onNewLine = false;
  form.lastIndex = 0;
  for (let found = form.exec(text); found !== null; found = form.exec(text)) {
    const [whole, aside, name, quote, number] = found;
    if (aside !== undefined) onNewLine ||= aside.includes('\n');
    else {
      const kind = name !== undefined ? 'name' : quote !== undefined ? 'text' : number !== undefined ? 'number' : 'sign';
      words.push({ text: kind === 'text' ? unquoted(whole) : whole, kind, onNewLine });
      onNewLine = false;
    }
  }
  return words;
}

/** Escapes other than of quotes and backslashes are left as they are: names of members do not have them. */
const unquoted = (quote: string): string => quote.slice(1, -1).replace(/\\(["'\\])/g, '$1');
