/** A library in memory that keeps the contract of this folder: for tests of what uses one. */
export { memoryLibrary } from '../adapters/store/memory/library.ts';
