/**
 * What a contract suite needs of a test framework: `test` and `expect` as vitest and jest have them. Contracts take it as
 * an argument, so that the package depends on no framework.
 */
export interface ContractKit {
  readonly test: (name: string, body: () => Promise<void>) => void;
  readonly expect: (value: unknown) => Expectation;
}

export interface Expectation {
  toBe(expected: unknown): void;
  toEqual(expected: unknown): void;
  toMatchObject(expected: Record<string, unknown>): void;
  toContain(expected: unknown): void;
  toBeLessThan(expected: number): void;
  readonly not: Expectation;
}
