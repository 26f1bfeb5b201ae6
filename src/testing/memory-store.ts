/** A store in memory that keeps the contracts of this folder: for tests of what uses a store. */
export { openMemoryStore } from '../adapters/store/memory/open-store.ts';
