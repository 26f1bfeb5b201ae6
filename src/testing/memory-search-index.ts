/** A search index in memory that keeps the contract of this folder: for tests of what searches. */
export { memorySearchIndex } from '../adapters/store/memory/search-index.ts';
