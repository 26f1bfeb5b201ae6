import { addsUp, writes } from '../../../core/effects/class-of-call.ts';
import { ctxPath, isReachable } from '../../../core/effects/ctx-path.ts';
import type { EffectClass } from '../../../core/model/effect-class.ts';
import type { Failure } from '../../../core/model/failure.ts';
import type { Json } from '../../../core/model/json.ts';
import { fail, ok, type Result } from '../../../core/model/result.ts';
import { quoted, visible } from '../../../core/model/shown-text.ts';
import { recordOf, textOf } from '../../../core/model/untrusted-json.ts';
import { type Primitive, type PrimitiveContext, type PrimitiveResult, primitive } from '../../../ports/primitive.ts';
import type { LiveServer } from './live-server.ts';
import type { Unanswered } from './server-failure.ts';
import { toolResult } from './tool-result.ts';
import { inputSchema, listSchema, outputSchema, type ToolSchema } from './tool-schema.ts';

/** So much of what a server says of a tool is told to the model, and so much of its schema of results. */
const descriptionChars = 1000;
const shownSchemaChars = 4000;

const longestNameChars = 200;

/** The tool that a server lists, or why nobody can call it. `notice`: what is not as it should be of one that can be called. */
export type ReadTool =
  | { readonly ok: true; readonly primitive: Primitive; readonly tool: string; readonly notice: string | null }
  | { readonly ok: false; readonly tool: string; readonly why: string };

/** A tool as a primitive. `listed` is as the server sent it. */
export function toolPrimitive(live: LiveServer, listed: unknown): ReadTool {
  const tool = recordOf(listed) ?? {};
  const { name } = tool;
  const why = typeof name === 'string' ? nameFault(name) : 'it has no name';
  const shownName = quoted(typeof name === 'string' ? name : '');
  const refuse = (reason: string): ReadTool => ({ ok: false, tool: shownName, why: reason });
  if (why !== null) return refuse(why);
  if (recordOf(tool.execution)?.taskSupport === 'required')
    return refuse('it only runs as a task that is asked for again and again, which is not done here');
  const input = inputSchema(tool.inputSchema);
  if (typeof input === 'string') return refuse(input);
  const output = outputSchema(tool.outputSchema);
  const { server } = live;
  const override = server.tools.get(name as string) ?? {};
  const effect = override.effect ?? classOf(recordOf(tool.annotations) ?? {});
  const called: Called = { live, tool: name as string, effect, output };
  const made = primitive({
    name: `mcp.${server.name}.${name as string}`,
    description: descriptionOf(tool, input, output),
    arguments: listSchema(input),
    effect,
    identity: override.identity?.map((pointer) => `/0${pointer}`) ?? null,
    settles: override.settles ?? 'none',
    perform: ([given = {}], call) => perform(called, given, call),
  });
  return {
    ok: true,
    primitive: made,
    tool: shownName,
    notice: input.unchecked === null ? null : `its arguments are not checked: ${input.unchecked}`,
  };
}

function nameFault(name: string): string | null {
  if (name === '' || name.length > longestNameChars) return `its name has ${name.length} characters`;
  if (visible(name) !== name) return 'its name has characters that cannot be seen';
  return isReachable(name) ? null : 'no code can call it by that name';
}

/** What a tool does to the world, as it says itself. What it does not say is as the protocol has it: it may destroy. */
function classOf(hints: Readonly<Record<string, unknown>>): EffectClass {
  if (hints.readOnlyHint === true) return 'read';
  if (hints.idempotentHint === true) return 'idempotent';
  return hints.destructiveHint === false ? 'write' : 'irreversible';
}

/** On one line, as nothing that a server says may look like a part of what is around it. */
function descriptionOf(tool: Readonly<Record<string, unknown>>, input: ToolSchema, output: ToolSchema | null): string {
  const said = visible((textOf(tool.description) ?? textOf(tool.title) ?? 'a tool').replaceAll(/\s+/g, ' ').trim());
  const short = said.length > descriptionChars ? `${said.slice(0, descriptionChars)}…` : said;
  const takes = input.unchecked === null || input.unchecked === 'it declares none' ? '' : ` Takes ${schemaText(input)}.`;
  const gives = output === null ? 'Gives { text, parts? }.' : `Gives { structured, text?, parts? }, structured as ${schemaText(output)}.`;
  return `${/[.!?…]$/.test(short) ? short : `${short}.`}${takes} ${gives}`;
}

function schemaText({ schema }: ToolSchema): string {
  const text = visible(JSON.stringify(schema));
  return text.length > shownSchemaChars ? `${text.slice(0, shownSchemaChars)}…` : text;
}

interface Called {
  readonly live: LiveServer;
  readonly tool: string;
  readonly effect: EffectClass;
  readonly output: ToolSchema | null;
}

/** Where a server that knows of it finds the idempotency key of a call. */
const keyName = 'pawl/idempotency-key';

async function perform(
  called: Called,
  given: Json,
  { key, timeoutMs, signal }: PrimitiveContext,
): Promise<Result<PrimitiveResult, Failure>> {
  const { live, tool, output } = called;
  const connection = await live.connection();
  if (!connection.ok) return fail(notSent(connection.failure));
  const params = { name: tool, arguments: given, _meta: { [keyName]: key } };
  const limits = { timeoutMs: Math.min(timeoutMs, live.server.callMs), signal };
  const answer = await connection.value.request('tools/call', params, limits);
  if (!answer.ok) return fail(failureOf(called, answer.failure));
  const result = toolResult(answer.value, output);
  const path = ctxPath(`mcp.${live.server.name}.${tool}`);
  return result.ok ? ok({ value: result.value, nanoUsd: 0 }) : fail({ kind: 'refused', message: `${path} failed: ${result.failure}` });
}

/** Nothing was done: no kind may say that something perhaps was. */
const notSent = (failure: Failure): Failure =>
  failure.kind === 'timeout' || failure.kind === 'cancelled'
    ? { ...failure, kind: failure.kind === 'timeout' ? 'io' : 'refused' }
    : failure;

function failureOf({ live, tool, effect }: Called, { failure, answered }: Unanswered): Failure {
  const path = ctxPath(`mcp.${live.server.name}.${tool}`);
  if (answered) {
    const done = failure.kind === 'too_large' && writes(effect);
    return { ...failure, kind: done ? 'incomplete' : failure.kind, message: `${path}: ${failure.message}` };
  }
  if (!addsUp(effect)) return { ...failure, message: `${path}: ${failure.message}` };
  return { kind: 'in_doubt', message: `${path} was sent, and it is not known whether it was carried out: ${failure.message}` };
}
