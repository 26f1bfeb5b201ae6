/* The types of the public surface: what must compile does, and each line that must not is marked. `tsc` of `npm run check` is the test. */
import {
  type ActOptions,
  act,
  addCase,
  addFunctions,
  type Clarification,
  definePrimitive,
  type Failure,
  type Handle,
  type HandleUsage,
  type Json,
  type LibraryRow,
  type ModelScript,
  type Notification,
  type Refusal,
  type ReplayedAct,
  type Result,
  RunFailed,
  type RunResult,
  removeCase,
  replayAct,
  resumeAct,
  runWorkflow,
  type StoredEvent,
  searchLibrary,
  showEntry,
  startWorkflow,
  testCases,
} from 'pawl';

const isOf = <T>(_value: T): void => {};

const options: ActOptions = { limits: { turns: 3, wallClock: '5m', budgetUsd: 1 }, responseSchema: { type: 'object' }, sandbox: 'weak' };
// @ts-expect-error limits have units in their values: a number is no duration
isOf<ActOptions>({ limits: { wallClock: 30 } });
// @ts-expect-error there are two ways
isOf<ActOptions>({ sandbox: 'none' });
// @ts-expect-error no option of that name
isOf<ActOptions>({ maxTurns: 3 });
// @ts-expect-error a schema is JSON
isOf<ActOptions>({ responseSchema: () => true });

const handle: Handle<Json> = act('do it', options);
// @ts-expect-error a task is a text
act(7);
isOf<Promise<Json>>(handle.result());
// @ts-expect-error JSON is looked at before it is used
isOf<Promise<{ count: number }>>(handle.result());
isOf<Promise<string>>(handle.run);
isOf<boolean>(handle.done());
isOf<Promise<string>>(handle.ask('how far are you?'));
isOf<Promise<void>[]>([
  handle.interject('more'),
  handle.pause(),
  handle.resume(),
  handle.stop(),
  handle.stop('why'),
  handle.answer(1, 'yes'),
]);
// @ts-expect-error questions are answered by their number
void handle.answer('yes');
isOf<AsyncIterable<Notification>>(handle.notifications);
isOf<AsyncIterable<StoredEvent>>(handle.events);
isOf<Promise<Clarification | null>>(handle.nextClarification());
isOf<HandleUsage>(handle.usage);
// @ts-expect-error what it cost is told, not set
handle.usage.costUsd = 0;

for await (const { event } of handle.events) {
  // The union of events is closed: its type tells its fields.
  if (event.type === 'turn.ended' && event.reply.ok) isOf<boolean>(event.reply.blank);
  // @ts-expect-error there is no such event
  if (event.type === 'turn.begun') break;
}

const query = definePrimitive<[sql: string, limit?: number]>({
  name: 'db.query',
  description: 'rows',
  arguments: { type: 'array' },
  effect: { most: 'write', of: ([sql]) => (sql.startsWith('select') ? 'read' : 'write') },
  async perform([sql, limit], { key, secret, signal }) {
    isOf<[string, number | undefined, string, AbortSignal]>([sql, limit, key, signal]);
    return { rows: [await secret('TOKEN')] };
  },
});
definePrimitive({
  name: 'x',
  description: 'x',
  arguments: {},
  // @ts-expect-error one of five classes
  effect: 'delete',
  perform: () => null,
});
// @ts-expect-error a primitive has to be performed
definePrimitive({ name: 'x', description: 'x', arguments: {}, effect: 'pure' });
act('do it', { primitives: [query] });

const script: ModelScript = (request, turn) => ({ text: `${turn} of ${request.messages.length}`, usage: { usd: 0.01 } });
act('do it', { script });
act('do it', { script: [{ calls: [{ name: 'execute_code', arguments: { code: '1' } }] }] });
// @ts-expect-error a script is turns or a function of them, or a file's path
act('do it', { script: { text: 'done' } });

isOf<Handle<Json>>(resumeAct({ run: 'a1b2', judgement: { approved: true, words: '', by: 'me' }, primitives: [query] }));
// @ts-expect-error which one
resumeAct({});

const replayed: Result<ReplayedAct, { readonly code: string }> = await replayAct({ run: 'last' });
// @ts-expect-error whether it was refused is looked at first
replayed.value;
if (replayed.ok) isOf<number>(replayed.value.calls);

const ran = await runWorkflow({ workflow: 'self-test', input: 'npm test' });
if (ran.ok) isOf<RunResult>(ran.value);
isOf<Handle<RunResult>>(startWorkflow({ workflow: 'self-test' }));

const added = await addFunctions('.', { files: [{ file: 'a.ts', source: '' }], env: {} });
if (added.ok) isOf<readonly string[]>(added.value.names);
// @ts-expect-error an environment of variables is needed, to know secrets by
void addFunctions('.', { files: [] });
const rows: Result<readonly LibraryRow[], Refusal> = await searchLibrary('.', 'send an invoice', { kind: 'function', limit: 3 });
// @ts-expect-error there are two kinds
void searchLibrary('.', 'x', { kind: 'tool' });
if (rows.ok) isOf<number | undefined>(rows.value[0]?.uses.helped);
const tested = await testCases('.', null);
if (tested.ok) isOf<'agrees' | 'differs' | 'inconclusive' | 'not_run' | undefined>(tested.value[0]?.verdict);
// @ts-expect-error an environment of variables is needed, to know secrets by
void addCase('.', { name: 'double', input: { n: 2 }, output: 4 });
// @ts-expect-error cases are counted
void removeCase('.', 'double', '1');
const shown = await showEntry('.', 'readInvoice');
if (shown.ok && shown.value.kind === 'function') isOf<string>(shown.value.source);

try {
  await handle.result();
} catch (error) {
  if (error instanceof RunFailed) isOf<Failure>(error.failure);
}
