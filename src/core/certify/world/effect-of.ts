import type { EffectClass } from '../../model/effect-class.ts';
import type { Json } from '../../model/json.ts';
import type { Cassette } from '../cassette.ts';

/** Commands that only look, as long as nothing is sent on to a file. */
const looks =
  /^\s*(?:ls|cat|stat|wc|head|tail|grep|find|file|du|df|ps|date|uname|which|env|printenv|sort|uniq|cut|diff|cmp|sha\w+|md5sum|journalctl|git\s+(?:log|tag|describe|status|diff|show|ls-files|rev-parse|rev-list|branch|blame|shortlog))\b(?!.*>)/;

/** What calls of these words did when they were recorded. */
export function recordedEffects(cassettes: readonly Cassette[]): ReadonlyMap<string, EffectClass> {
  return new Map(cassettes.flatMap(({ calls }) => calls.map((call) => [wordsOf(call.primitive, call.args), call.class] as const)));
}

/** What a call does to the outside: as it was recorded of the same words, else by what its primitive is for. */
export function effectOf(primitive: string, args: readonly Json[], recorded: ReadonlyMap<string, EffectClass>): EffectClass {
  const [first] = args;
  const known = recorded.get(wordsOf(primitive, args));
  if (known) return known;
  switch (primitive) {
    case 'sh':
      return typeof first === 'string' && looks.test(first) ? 'read' : /^\s*rm\b/.test(String(first)) ? 'irreversible' : 'write';
    case 'db.query':
      return /^\s*select\b/i.test(String(first)) ? 'read' : 'write';
    case 'fs.write':
      return 'idempotent';
    case 'http.post':
    case 'http.put':
    case 'http.patch':
    case 'http.delete':
      return 'write';
    case 'mail.send':
      return 'irreversible';
    default:
      return 'read';
  }
}

/** The primitive, and the words by which a command or a statement says what it does: the first, with a second that is a word alone. */
function wordsOf(primitive: string, [first]: readonly Json[]): string {
  if (typeof first !== 'string' || !/^\s*\w+\s/.test(first)) return primitive;
  const [word = '', next = ''] = first.trim().split(/\s+/, 2);
  return [primitive, word, ...(/^[a-z]+$/.test(next) ? [next] : [])].join(' ').toLowerCase();
}
