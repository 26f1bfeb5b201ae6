/**
 * Globals that are the language itself: they compute, and are the same on each machine and in each run. Whatever else a name may stand for
 * that code does not declare reaches the world, or does not exist; so what a later Node brings is refused until it stands here.
 * `Date` and `Math` are here for what they compute; their clock and their dice are told apart by whoever asks.
 */
export const languageNames: ReadonlySet<string> = new Set([
  ...['undefined', 'NaN', 'Infinity', 'Array', 'ArrayBuffer', 'BigInt', 'Boolean', 'DataView', 'Date', 'Intl', 'Iterator', 'JSON', 'Map'],
  ...['Math', 'Number', 'Object', 'Promise', 'Proxy', 'Reflect', 'RegExp', 'Set', 'String', 'Symbol', 'WeakMap', 'WeakSet'],
  ...['Error', 'AggregateError', 'EvalError', 'RangeError', 'ReferenceError', 'SyntaxError', 'TypeError', 'URIError', 'DOMException'],
  ...['Int8Array', 'Uint8Array', 'Uint8ClampedArray', 'Int16Array', 'Uint16Array', 'Int32Array', 'Uint32Array', 'BigInt64Array'],
  ...['BigUint64Array', 'Float16Array', 'Float32Array', 'Float64Array'],
  ...[
    'decodeURI',
    'decodeURIComponent',
    'encodeURI',
    'encodeURIComponent',
    'escape',
    'unescape',
    'isFinite',
    'isNaN',
    'parseFloat',
    'parseInt',
  ],
  ...['AbortController', 'AbortSignal', 'Event', 'EventTarget', 'TextDecoder', 'TextEncoder', 'URL', 'URLSearchParams', 'atob', 'btoa'],
  // What it prints goes to whoever runs the code, and to nobody else.
  ...['structuredClone', 'console'],
]);

/** What runs a text as code. */
export const codeMakers: ReadonlySet<string> = new Set([
  'eval',
  'Function',
  'AsyncFunction',
  'GeneratorFunction',
  'AsyncGeneratorFunction',
]);

/** Timers, which run a text as code where they are given one. */
export const timers: ReadonlySet<string> = new Set(['setTimeout', 'setInterval', 'setImmediate', 'queueMicrotask']);
