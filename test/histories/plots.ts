/** A run to be recorded. */
interface Plot {
  readonly name: string;
  readonly workflow: string;
  readonly inner?: string;
  readonly byStep?: Readonly<Record<string, readonly object[]>>;
  /** What is done, one after another; default: the run alone. */
  readonly commands?: readonly string[];
  /** Whether the history is that of the run within the run. */
  readonly ofInner?: boolean;
}

/** Kills the process that drives the run, which is the parent of the command that says so. */
const dies = 'kill -9 $PPID; sleep 60';

/** Such as dies only where it is performed for the first time. */
const diesFirst = (then: string): string => `if [ "$PAWL_ATTEMPT" = 1 ]; then ${dies}; fi; ${then}`;

/** A run within that tells the run around it something, of which its own prompt hears. */
const telling = `
name: Telling
steps:
  - { id: tell, command: '$STEER say last "mind the gap"' }
  - { id: fix, prompt: Fix }
`;
const around = 'name: Around\nsteps:\n  - { id: sub, workflow: inner.yml }\n';

const gate = 'grep -q yes verdict';
const within = `
name: Inner
steps:
  - { id: improve, prompt: Improve, loop: { max: 2, gate: '${gate}', until: ENOUGH } }
`;

export const plots: readonly Plot[] = [
  {
    name: 'commands-and-branches',
    workflow: `
name: Commands
steps:
  - { id: one, command: 'echo one', require: { contains: [one] } }
  - { id: absent, command: not-a-program-anywhere }
  - { id: again, command: 'n=$(cat n 2>/dev/null || echo 0); echo $((n+1)) > n; [ $n -lt 2 ] && echo MORE || echo DONE', branch: [{ when: MORE, goto: again }, { when: DONE, goto: end }] }
`,
  },
  {
    name: 'ratchet',
    workflow: `
name: Ratchet
budget: { limit: 1000, downgrade: fast }
steps:
  - { id: fix, prompt: 'Fix {{input}}', loop: { max: 8, until: ALLDONE, gate: '${gate}' } }
  - { id: look, command: git log --oneline | wc -l }
`,
    byStep: {
      fix: [
        { write: { verdict: 'yes' }, reply: 'first', costUsd: 0.01, inputTokens: 700, outputTokens: 150 },
        { write: { verdict: 'no' }, sh: 'rm a.txt; git commit -qam mine', reply: 'second' },
        { error: 'it fell over', sh: 'echo half > half' },
        { write: { verdict: 'yes', 'b.txt': 'b' }, reply: 'ALLDONE' },
      ],
    },
    commands: ['run --budget 2', 'apply last'],
  },
  {
    name: 'stuck-and-undone',
    workflow: `
name: Stuck
steps:
  - { id: edit, prompt: Edit }
  - { id: fix, prompt: Fix, loop: { max: 8, gate: 'false' } }
`,
    byStep: { edit: [{ write: { 'edit.txt': 'edited' }, reply: 'edited' }], fix: [{ write: { x: 'x' }, reply: 'x' }] },
    commands: ['run', 'undo last'],
  },
  {
    name: 'group-and-items',
    workflow: `
name: Many
steps:
  - { id: list, command: 'printf "a\\nb\\nc\\n"' }
  - { id: all, parallel: [left, right] }
  - { id: left, command: echo left }
  - { id: right, prompt: Right }
  - { id: each, command: 'test "$PAWL_ITEM_INDEX" != 2', expect: success, foreach: { items: list, max_parallel: 2 } }
  - { id: slow, prompt: 'Do {{item}}', foreach: { items: [x, y] } }
`,
    byStep: { right: [{ reply: 'right', costUsd: 0.1 }], slow: [{ write: { x: 'x' }, reply: 'x' }, { write: { y: 'y' }, reply: 'y' }] },
  },
  {
    name: 'trees-merged-and-in-conflict',
    workflow: `
name: Trees
steps:
  - { id: all, parallel: [one, two, three] }
  - { id: one, isolate: worktree, command: 'echo one > one.txt' }
  - { id: two, isolate: worktree, prompt: Two, loop: { max: 2, gate: '${gate}', until: ENOUGH } }
  - { id: three, isolate: worktree, command: 'echo three > one.txt' }
  - { id: alone, isolate: worktree, command: 'echo alone > alone.txt' }
`,
    byStep: { two: [{ write: { verdict: 'no' }, reply: 'no' }, { write: { verdict: 'yes', 'two.txt': 'two' }, reply: 'ENOUGH' }] },
  },
  {
    name: 'approved',
    workflow: `
name: Approved
steps:
  - { id: edit, prompt: Edit }
  - { id: sure, approve: Go on? }
  - { id: after, command: 'echo "$PAWL_OUT_SURE"' }
`,
    byStep: { edit: [{ write: { 'edit.txt': 'edited' }, reply: 'edited' }] },
    commands: ['run', 'approve last --say carefully'],
  },
  {
    name: 'rejected',
    workflow: `
name: Rejected
steps:
  - { id: sure, approve: Go on? }
  - { id: after, command: echo }
`,
    commands: ['run', 'approve last --reject --say later'],
  },
  {
    name: 'retries-measures-and-forms',
    workflow: `
name: Again
steps:
  - { id: flaky, snapshot: true, expect: success, retry: { max: 3, backoff: 1ms }, command: 'echo tried >> tries; test "$PAWL_ATTEMPT" -ge 3' }
  - { id: call, prompt: Call, retry: { max: 1, backoff: 1ms } }
  - { id: form, prompt: Form, output: { schema: { type: object, required: [n] } } }
  - { id: shrink, prompt: Shrink, loop: { max: 3, gate: { command: 'wc -c < a.txt', measure: lower } } }
`,
    byStep: {
      call: [{ error: 'offline', kind: 'incomplete' }, { reply: 'here' }],
      form: [{ reply: 'no JSON' }, { reply: '{"n": 1}' }],
      shrink: [{ write: { 'a.txt': '12' } }, { write: { 'a.txt': '12345678' } }, { write: { 'a.txt': '1' } }],
    },
  },
  {
    name: 'with-a-run-within',
    workflow: `
name: Outer
steps:
  - { id: before, command: echo before }
  - { id: within, workflow: inner.yml }
  - { id: after, command: 'echo "$PAWL_OUT_WITHIN"' }
`,
    inner: within,
    byStep: { improve: [{ write: { verdict: 'no' }, reply: 'no' }, { write: { verdict: 'yes' }, reply: 'ENOUGH', costUsd: 0.2 }] },
  },
  {
    name: 'a-run-within',
    workflow: 'name: Outer\nsteps:\n  - { id: within, workflow: inner.yml }\n',
    inner: within,
    byStep: { improve: [{ write: { verdict: 'yes' }, sh: '[ -e "$SCENE/died" ] || { touch "$SCENE/died"; kill -9 $PPID; sleep 60; }', reply: 'ENOUGH' }] },
    commands: ['run', 'resume last'],
    ofInner: true,
  },
  {
    name: 'killed-four-times',
    workflow: `
name: Killed
steps:
  - { id: plain, command: '${diesFirst('echo plain')}' }
  - { id: fix, prompt: Fix, loop: { max: 3, until: ENOUGH, gate: '${diesFirst(gate)}' } }
  - { id: covered, snapshot: true, command: '${diesFirst('echo covered >> covered.txt')}' }
`,
    byStep: { fix: [{ write: { verdict: 'no' }, reply: 'no', costUsd: 0.1 }, { write: { verdict: 'yes' }, reply: 'ENOUGH', costUsd: 0.1 }] },
    commands: ['run', 'resume last', 'resume last', 'resume last', 'resume last'],
  },
  {
    name: 'killed-in-a-group',
    workflow: `
name: Killed in a group
steps:
  - { id: all, parallel: [left, right] }
  - { id: left, command: '${diesFirst('echo left')}' }
  - { id: right, command: 'echo right' }
  - { id: each, command: 'if [ "$PAWL_ITEM_INDEX" = 2 ] && [ "$PAWL_ATTEMPT" = 1 ]; then ${dies}; fi; echo "$PAWL_ITEM"', foreach: { items: [x, y, z] } }
`,
    commands: ['run', 'resume last', 'resume last'],
  },
  {
    name: 'changed-workflow',
    workflow: `
name: Changed
steps:
  - { id: one, command: '${diesFirst('echo one')}' }
  - { id: two, command: echo two }
`,
    commands: ['run', 'sh sed -i "s/echo two/echo three/" "$SCENE/workflow.yml"; echo "  - { id: three, command: echo four }" >> "$SCENE/workflow.yml"', 'resume last --accept-changes'],
  },
  {
    name: 'cancelled',
    workflow: `
name: Cancelled
steps:
  - { id: fix, prompt: Fix, loop: { max: 3, gate: 'kill -INT $PPID; sleep 60' } }
  - { id: after, command: echo }
`,
    byStep: { fix: [{ write: { x: 'x' }, reply: 'x' }] },
  },
  {
    name: 'edited-while-it-waited',
    workflow: `
name: Edited
steps:
  - { id: one, command: echo one > one.txt }
  - { id: ask, approve: 'Go on?' }
  - { id: two, command: echo two }
`,
    commands: ['run', 'sh echo mine >> a.txt', 'approve last'],
  },
  {
    name: 'out-of-time',
    workflow: `
name: Late
steps:
  - { id: slow, command: sleep 60 }
  - { id: after, command: echo }
`,
    commands: ['run --run-timeout 1s'],
  },
  {
    name: 'out-of-money',
    workflow: `
name: Dear
steps:
  - { id: one, prompt: One }
  - { id: two, prompt: Two }
`,
    byStep: { one: [{ reply: 'one', costUsd: 3 }] },
    commands: ['run --budget 2'],
  },
  {
    // Each step says to the run itself what a person would.
    name: 'steered',
    workflow: `
name: Steered
steps:
  - { id: slow, command: '$STEER say last "mind the gap"; $STEER ask last "how far?"; $STEER pause last; if [ "$PAWL_ATTEMPT" = 1 ]; then ${dies}; fi; $STEER resume last' }
  - { id: fix, prompt: Fix }
  - { id: late, command: '$STEER say last "too late"; $STEER cancel last --say "that is enough"; sleep 60' }
  - { id: after, command: echo }
`,
    byStep: { fix: [{ reply: 'fixed' }] },
    commands: ['run', 'resume last'],
  },
  { name: 'steered-around', workflow: around, inner: telling, byStep: { fix: [{ reply: 'fixed' }] } },
  { name: 'steered-within', workflow: around, inner: telling, byStep: { fix: [{ reply: 'fixed' }] }, ofInner: true },
  {
    name: 'a-locked-index',
    workflow: `
name: Locked
steps:
  - { id: fix, prompt: Fix, loop: { max: 2, gate: 'touch .git/index.lock' } }
`,
    byStep: { fix: [{ write: { x: 'x' }, reply: 'x' }] },
  },
  {
    name: 'stored-functions',
    workflow: `
name: Functions
steps:
  - { id: note, function: note, args: { text: "{{input}}", n: 2 }, snapshot: true, retry: { max: 1, backoff: 1ms }, branch: [{ when: noted, goto: each }] }
  - { id: never, command: 'true' }
  - { id: each, function: note, args: { text: "{{item}}" }, foreach: { items: [a, b] } }
  - { id: bad, function: note, args: { text: x }, require: { contains: [never said] } }
`,
    commands: [
      `sh mkdir functions; echo 'functions: [functions]' > pawl.yml; echo '{"description": "Notes a text."}' > functions/note.schema.json; ` +
        `echo 'export default async function note({ text, n = 0 }, ctx) { await ctx.fs.write(text + ".txt", "x"); if (n === 2 && (await ctx.sh("ls \\"$SCENE/tried\\" || touch \\"$SCENE/tried\\"")).stdout === "") throw new Error("no luck"); return { noted: text }; }' > functions/note.ts`,
      'run',
    ],
  },
];
