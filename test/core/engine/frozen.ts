/** The value, made so that any attempt to change it, or anything in it, throws. */
export function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  if (value instanceof Map) {
    for (const verb of ['set', 'delete', 'clear']) {
      Object.defineProperty(value, verb, {
        value: () => {
          throw new Error(`${verb} on a map that belongs to a state`);
        },
      });
    }
    for (const inner of value.values()) frozen(inner);
  } else {
    for (const inner of Object.values(value)) frozen(inner);
  }
  return Object.freeze(value);
}
