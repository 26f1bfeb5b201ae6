import type { Failure } from '../../../core/model/failure.ts';
import type { ProgramOutcome } from '../../../ports/programs.ts';

const unreachable = new Set([
  'ENOTFOUND',
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  'ENETUNREACH',
  'EHOSTUNREACH',
  'ERR_SOCKET_TIMEOUT',
]);

/** Why npm did not do it, in words; null where it did. */
export function npmFailure({ end, stderr }: ProgramOutcome): Failure | null {
  if (end.kind === 'exit' && end.code === 0) return null;
  if (end.kind === 'timeout') return { kind: 'timeout', message: 'npm took too long and was ended' };
  if (end.kind === 'cancelled') return { kind: 'cancelled', message: 'npm was ended, as the act was' };
  const lines = stderr
    .toString()
    .split('\n')
    .flatMap((line) => /^npm (?:error|ERR!) (.*)$/.exec(line)?.[1] ?? []);
  const code = lines.map((line) => /^code (\S+)$/.exec(line)?.[1]).find((found) => found !== undefined) ?? '';
  const said = lines
    .filter((line) => line.trim() !== '' && !/^(?:code|errno|syscall) |complete log of this run/.test(line))
    .slice(0, 4)
    .join(' ');
  if (code === 'E404') return { kind: 'not_found', message: `there is no such package: ${said}` };
  if (code === 'ETARGET') return { kind: 'not_found', message: `there is no such version: ${said}` };
  if (unreachable.has(code)) return { kind: 'io', message: `the registry cannot be reached (${code}): ${said}` };
  if (code === 'ENOSPC') return { kind: 'io', message: 'there is no room on the disk for the packages', outOfStorage: true };
  return { kind: 'exit', message: `npm failed: ${said || stderr.toString().trim().slice(0, 500) || `it ended with ${end.kind}`}` };
}
