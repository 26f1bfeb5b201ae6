/** The names of all built-in primitives, which no other may have; a test holds the list against the primitives. */
export const builtInNames: readonly string[] = [
  ...['fs.read', 'fs.write', 'fs.list', 'fs.remove', 'sh'],
  ...['get', 'head', 'post', 'put', 'patch', 'delete'].map((verb) => `http.${verb}`),
  ...['model.ask', 'clock.now', 'clock.sleep', 'random', 'secret', 'notify', 'handle.slice', 'call', 'act'],
];
