import { statSync } from 'node:fs';
import type { Failure } from '../../../core/model/failure.ts';
import { visible } from '../../../core/model/shown-text.ts';
import type { ProgramOutcome } from '../../../ports/programs.ts';
import type { McpServer } from './mcp-server.ts';
import { type ProgramTransport, tooLongCode } from './program-transport.ts';

/** Why a request has no result. `answered`: the server has said so; else nobody knows what it has done. */
export interface Unanswered {
  readonly failure: Failure;
  readonly answered: boolean;
}

/** What the SDK rejected with. `late`: the time was over. */
export interface Rejected {
  readonly error: Error & { readonly code?: unknown };
  readonly late: boolean;
}

/** So much of what a server said is told. */
const toldChars = 500;

/** The system gives the same code for a missing folder and a missing program. */
export function missingFolder({ name, cwd }: McpServer): Failure | null {
  if (statSync(cwd, { throwIfNoEntry: false })?.isDirectory()) return null;
  return {
    kind: 'not_found',
    message: `the MCP server "${name}" was not started: its working directory ${visible(cwd)} is missing`,
    hint: `see mcp.${name}.cwd in pawl.yml`,
  };
}

/** Why a request that was sent has no result. */
export function unanswered(
  server: Pick<McpServer, 'name'>,
  transport: ProgramTransport,
  { error, late }: Rejected,
  { signal, timeoutMs }: { readonly signal: AbortSignal; readonly timeoutMs: number },
): Unanswered {
  const named = `the MCP server "${server.name}"`;
  if (signal.aborted) return { answered: false, failure: { kind: 'cancelled', message: `${named} was asked to stop half-way` } };
  if (late) {
    const message = `${named} did not answer within ${timeoutMs / 1000} seconds`;
    return { answered: false, failure: { kind: 'timeout', message, retryable: true } };
  }
  if (transport.outcome !== null) {
    const message = `${named} ${howEnded(transport.outcome)} before it answered${saidBy(transport.outcome)}`;
    return { answered: false, failure: { kind: 'io', message, hint: 'the next call starts it again' } };
  }
  // What the SDK puts before a server's own words.
  const words = visible(error.message.replace(/^MCP error -?\d+: /, '')).slice(0, toldChars);
  if (error.code === tooLongCode) return { answered: true, failure: { kind: 'too_large', message: `${named} did it, but ${words}` } };
  const kind = error.code === invalidParams || error.code === noSuchMethod ? 'refused' : 'io';
  return { answered: typeof error.code === 'number', failure: { kind, message: `${named} says: ${words}` } };
}

const invalidParams = -32_602;
const noSuchMethod = -32_601;

/** Why a server is not to be had. `outcome`: how it ended, by itself or as it was given up. */
export function notStarted(
  { name, startMs }: McpServer,
  { noise }: ProgramTransport,
  outcome: ProgramOutcome,
  error: Error,
  signal: AbortSignal,
  late: AbortSignal,
): Failure {
  const named = `the MCP server "${name}"`;
  const printed = noise.told === '' ? '' : `; it printed ${noise.told}`;
  if (signal.aborted) return { kind: 'cancelled', message: `${named} was not waited for: it was stopped` };
  if (outcome.end.kind === 'failed')
    return { ...outcome.end.failure, message: `${named} was not started: ${outcome.end.failure.message.replace(/\.$/, '')}` };
  const hint = `run it by yourself to see what it says; see mcp.${name} in pawl.yml`;
  if (outcome.end.kind !== 'cancelled')
    return { kind: 'io', message: `${named} ${howEnded(outcome)} before it answered${saidBy(outcome)}${printed}`, hint };
  if (late.aborted)
    return {
      kind: 'timeout',
      message: `${named} did not answer within ${startMs / 1000} seconds of its start${saidBy(outcome)}${printed}`,
      hint,
    };
  return {
    kind: 'io',
    message: `${named} is not understood: ${visible(error.message).slice(0, toldChars)}${saidBy(outcome)}${printed}`,
    hint,
  };
}

function howEnded({ end }: ProgramOutcome): string {
  switch (end.kind) {
    case 'exit':
      return `ended with exit code ${end.code}`;
    case 'signal':
      return `was ended by ${end.signal}`;
    case 'failed':
      return `ended: ${end.failure.message}`;
    default:
      return 'was ended';
  }
}

function saidBy({ stderr }: ProgramOutcome): string {
  const said = stderr.toString().trim();
  if (said === '') return '';
  const end = said.length > toldChars ? `…${said.slice(-toldChars)}` : said;
  return `; the end of what it said: ${visible(end.replaceAll(/\s*\n\s*/g, ' | '))}`;
}
