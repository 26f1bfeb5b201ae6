import type { Kit } from './program.ts';

/** Methods that compare as operators do. What they are given is heard while programs are traced. */
export function hearMethods(kit: Kit): void {
  const hear = (owner: object, name: string, told: (self: unknown, first: unknown) => readonly [unknown, unknown]): void => {
    const descriptor = Object.getOwnPropertyDescriptor(owner, name);
    if (descriptor === undefined) return;
    const own = descriptor.value as (...args: unknown[]) => unknown;
    Object.defineProperty(owner, name, {
      ...descriptor,
      value(this: unknown, ...args: unknown[]) {
        if (kit.heard !== null && !kit.isAside) kit.hear(name, name, ...told(this, args[0]));
        return own.apply(this, args);
      },
    });
  };
  for (const name of ['startsWith', 'endsWith', 'includes', 'indexOf'])
    hear(String.prototype, name, (self, first) => [String(self), first]);
  hear(Array.prototype, 'includes', (self, first) => [first, JSON.stringify(self)]);
  hear(Set.prototype, 'has', (self, first) => [first, JSON.stringify([...(self as Set<unknown>)].slice(0, 50))]);
}
