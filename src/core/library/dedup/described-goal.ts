/** What a description says in its first clause: what the function is for. */
export interface DescribedGoal {
  /** The word that says what is done; empty = none. */
  readonly verb: string;
  /** The other words, stems in the order of the text, each once; no numbers. */
  readonly words: readonly string[];
  readonly numbers: readonly number[];
}

/** Words that say nothing of one function beside another. */
const empty: ReadonlySet<string> = new Set(
  (
    'a an the this that these those it its is are be was function method skill task about to of for in on at and or then first by using use used with ' +
    'from into onto which where when if as all any each some them they which will can make making makes given total'
  ).split(' '),
);

const digits: ReadonlyMap<string, number> = new Map(
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty'
    .split(' ')
    .map((word, value) => [word, value]),
);

/** The goal that a description's first clause names. A language other than English is read by its words alone. */
export function describedGoal(description: string): DescribedGoal {
  const [sentence = ''] = description.trim().split(/[.;\n]/, 1);
  const lead = /^(?:\s*(?:the|this)\s+(?:async\s+)?(?:function|method|skill)\s+(?:is\s+(?:about|for|used\s+to|to)\s+|aims\s+to\s+)?)/i;
  const [clause = ''] = sentence.replace(lead, '').split(/,|\s(?:using|by|with|from|if|when|after|before|until|so)\s/i, 1);
  const words: string[] = [];
  const numbers: number[] = [];
  for (const word of wordsOf(clause)) {
    const number = /^\d+$/.test(word) ? Number(word) : digits.get(word);
    if (number !== undefined) numbers.push(number);
    else if (!empty.has(word)) words.push(stem(word));
  }
  return { verb: words[0] ?? '', words: [...new Set(words)], numbers };
}

/** Words in small letters, names split where their case changes. */
const wordsOf = (text: string): string[] =>
  text
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .match(/[\p{L}\p{M}]+|\d+/gu) ?? [];

/** Endings that a verb or a plural has; what is left is not always a word. */
function stem(word: string): string {
  if (word.length > 4 && word.endsWith('ing')) return undoubled(word.slice(0, -3));
  if (word.length > 4 && /(?:ches|shes|sses|xes)$/.test(word)) return word.slice(0, -2);
  if (word.length > 3 && word.endsWith('s') && !word.endsWith('ss')) return word.slice(0, -1).replace(/e$/, '');
  return word.replace(/e$/, '');
}

const undoubled = (stem: string): string => stem.replace(/([bdgmnprt])\1$/, '$1').replace(/e$/, '');
