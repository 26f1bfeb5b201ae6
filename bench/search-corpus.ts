import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface CorpusTool {
  readonly name: string;
  readonly description: string;
  /** What was asked of it, none of which is among the queries. */
  readonly pastRequests: readonly string[];
}

interface CorpusQuery {
  readonly query: string;
  readonly tools: readonly string[];
}

/** Tools and labelled requests to them. */
export interface SearchCorpus {
  readonly tools: readonly CorpusTool[];
  /** Any of a query's tools is right. */
  readonly single: readonly CorpusQuery[];
  /** Both of a query's tools are needed. */
  readonly double: readonly CorpusQuery[];
}

/** Reads `tools.jsonl`, `past-requests.jsonl`, `open/queries.jsonl` and `open/multi.jsonl` of a folder. */
export function readCorpus(folder: string): SearchCorpus {
  const past = new Map(
    lines<{ tool: string; requests: string[] }>(folder, 'past-requests.jsonl').map(({ tool, requests }) => [tool, requests]),
  );
  const tools = lines<{ name: string; description: string }>(folder, 'tools.jsonl');
  return {
    tools: tools.map(({ name, description }) => ({ name, description, pastRequests: past.get(name) ?? [] })),
    single: lines(folder, 'open/queries.jsonl'),
    double: lines(folder, 'open/multi.jsonl'),
  };
}

const lines = <T>(folder: string, file: string): T[] =>
  readFileSync(join(folder, file), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as T);
