import { maskKeys } from './private-keys.ts';

const masked = '[masked]';

/** Letters and digits together, or both cases, or signs of base64: a value and no word. */
const isRandom = (value: string): boolean =>
  /\d/.test(value) ? /[A-Za-z]/.test(value) : /[A-Z].*[a-z]|[a-z].*[A-Z]|[+/=]/.test(value.slice(0, 256));

interface Shape {
  readonly pattern: RegExp;
  /** What to show for what was found and the pattern's groups; `null` = it is none after all. */
  readonly shown: (whole: string, name: string, value: string) => string | null;
}

/** A token that says by its first letters what it is. */
const prefixed = (pattern: RegExp): Shape => ({ pattern, shown: (token) => (isRandom(token) ? masked : null) });

/**
 * Every pattern begins at a place that few texts have and repeats one class of characters only, so that no text makes it slow; what a
 * pattern cannot say in this way is asked of what it found.
 */
const shapes: readonly Shape[] = [
  prefixed(/(?<![A-Za-z0-9])(?:gh[pousr]_[A-Za-z0-9]{20,}|github_pat_\w{20,}|npm_[A-Za-z0-9]{30,}|hf_[A-Za-z0-9]{30,})/g),
  prefixed(/(?<![A-Za-z0-9])(?:glpat-[\w-]{20,}|xox[a-z]-[\w-]{10,}|xapp-[\w-]{10,}|AIza[\w-]{35}|pypi-[\w-]{50,}|dop_v1_[a-f0-9]{64})/g),
  prefixed(/(?<![A-Za-z0-9])(?:whsec_[A-Za-z0-9+/=]{16,}|(?:sk|rk|pk)_(?:live|test)_[A-Za-z0-9]{16,}|SG\.[\w-]{16,}\.[\w-]{16,})/g),
  prefixed(/(?<![\w-])sk-[\w-]{20,}/g),
  prefixed(/(?<![A-Za-z0-9])(?:AKIA|ASIA)[A-Z0-9]{16}(?![A-Za-z0-9])/g),
  prefixed(/(?<![\w-])eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/g),
  { pattern: /(hooks\.slack\.com\/(?:services|workflows|triggers)\/)[\w/-]+/g, shown: (_, host) => `${host}${masked}` },
  { pattern: /(api\.telegram\.org\/(?:file\/)?bot)\d+:[\w-]+/g, shown: (_, host) => `${host}${masked}` },
  { pattern: /(discord(?:app)?\.com\/api\/webhooks\/)\d+\/[\w-]+/g, shown: (_, host) => `${host}${masked}` },
  { pattern: /(\\?:(?:\\?\/){2})([^\s/?#"'<>`]+)(?=@)/g, shown: (_, scheme, user) => shownUser(scheme, user) },
  {
    pattern:
      /([?&;#](?:[\w-]{0,40}[_-])?(?:token|secret|password|passwd|pwd|key|apikey|sig|signature|auth|code|session)=)([^\s&;#"'<>\\]{6,})/gi,
    shown: (_, name, value) => (/^[$[{(]/.test(value) ? null : `${name}${masked}`),
  },
  {
    pattern: /(\bauthorization["'\\]{0,4}[ \t]{0,4}[:=][ \t]{0,4}["'\\]{0,4}(?:[A-Za-z]{1,20}[ \t]{1,4})?)([\w+/=.~:-]{8,})/gi,
    shown: (_, name, value) => (isRandom(value) ? `${name}${masked}` : null),
  },
  {
    pattern: /(\bbearer[ \t]{1,4})([\w+/=.~-]{16,})/gi,
    shown: (_, name, value) => (isRandom(value) ? `${name}${masked}` : null),
  },
  {
    pattern:
      /((?:token|secret|passw(?:or)?d|passphrase|pwd|api_?key|access_?key|private_?key|account_?key|credentials?)["'\\]{0,4}(?:[ \t]{0,4}(?::=|=>|[:=])[ \t]{0,4}["'\\]{0,4}|[ \t]{1,4}))([\w+/=.~!@#$%^*:-]{8,})/gi,
    shown: (_, name, value) => (isValue(name, value) ? `${name}${masked}` : null),
  },
];

/** What is named a secret is one when it looks like a value: behind a sign of equality sooner than behind a blank. */
function isValue(name: string, value: string): boolean {
  if (/^(\$|process\.env|os\.environ|env\.)/.test(value) || !isRandom(value) || !/\d/.test(value)) return false;
  return value.length >= (/[:=]/.test(name) ? 8 : 20);
}

/** Of a URL's user its name stays, where a password follows it; a user that is itself a token does not. */
function shownUser(scheme: string, user: string): string | null {
  const colon = /\\?:/.exec(user);
  const name = colon === null ? user : user.slice(0, colon.index);
  const isToken = name.length >= 20 && isRandom(name);
  if (colon === null) return isToken ? `${scheme}${masked}` : null;
  return `${scheme}${isToken ? masked : name}${colon[0]}${masked}`;
}

/**
 * Masks what looks like a live credential: tokens that say what they are, passwords in URLs, webhooks, headers, private keys, and long values of what
 * is called a token or the like. A guess: only for what people read, never for what others compute with.
 */
export function maskShapes(text: string): string {
  let shown = maskKeys(text);
  for (const shape of shapes) {
    shown = shown.replace(shape.pattern, (whole: string, name: string, value: string) => shape.shown(whole, name, value) ?? whole);
  }
  return shown;
}
