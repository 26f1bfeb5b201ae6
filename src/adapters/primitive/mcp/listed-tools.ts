import type { Failure } from '../../../core/model/failure.ts';
import { fail, ok, type Result } from '../../../core/model/result.ts';
import { listOf } from '../../../core/model/untrusted-json.ts';
import type { Connection, Limits } from './connection.ts';

/** A server that never comes to an end of its list is no good one. */
const mostPages = 100;

/** Tools as a server sent them, not looked at. */
export interface ListedTools {
  readonly tools: readonly unknown[];
  readonly pages: number;
  /** Whether there were more. */
  readonly isCut: boolean;
}

/** All that a server lists as its tools, page by page. */
export async function listedTools(connection: Connection, limits: Limits): Promise<Result<ListedTools, Failure>> {
  if (!connection.hasTools) return ok({ tools: [], pages: 0, isCut: false });
  const tools: unknown[] = [];
  let cursor: unknown;
  for (let pages = 1; ; pages++) {
    const listed = await connection.request('tools/list', cursor === undefined ? {} : { cursor }, limits);
    if (!listed.ok) return fail(listed.failure.failure);
    tools.push(...listOf(listed.value.tools));
    const { nextCursor } = listed.value;
    const isLast = typeof nextCursor !== 'string' || nextCursor === '';
    if (isLast || nextCursor === cursor || pages === mostPages) return ok({ tools, pages, isCut: !isLast });
    cursor = nextCursor;
  }
}
