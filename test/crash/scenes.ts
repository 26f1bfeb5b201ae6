/** A workflow to be killed in, with what its scripted agent does. */
export interface CrashScene {
  readonly name: string;
  readonly workflow: string;
  /** Another workflow, which that one runs within itself. */
  readonly inner?: string;
  /** Further files of the repository, not committed. */
  readonly files?: Readonly<Record<string, string>>;
  readonly byStep?: Readonly<Record<string, readonly object[]>>;
}

/**
 * Notes outside of the repository that this attempt has begun. Plain commands then write what they would write again; whatever is
 * put back before it is done again (an agent, a gate, a command with a snapshot) appends, which would show if it were not put back.
 */
const ran = 'echo "$PAWL_STEP.$PAWL_ITERATION.$PAWL_ITEM_INDEX.$PAWL_ATTEMPT" >> "$RAN"';

/** What an agent that must be undone does to a repository that it should have left alone. */
const havoc = [
  'echo trampled >> yours.txt; rm -rf folder; chmod 755 private.txt',
  'git checkout -q -b agents-own; git add -A; git commit -q -m mine; git tag agents; echo more >> new.txt; git stash -q -u',
  'git config pawl.test changed; git rm -q --cached run.sh; mkdir -p empty/too',
].join('; ');

const gateText = `${ran}; echo seen >> gate-was-here.txt; grep -q yes verdict`;

export const scenes: readonly CrashScene[] = [
  {
    name: 'plain commands',
    workflow: `
name: Plain commands
steps:
  - id: one
    command: '${ran}; echo out-one; echo one > one.txt'
  - id: large
    command: '${ran}; head -c 150000 /dev/zero | tr "\\0" x; chmod 755 private.txt'
  - id: three
    command: '${ran}; printf %s "$PAWL_OUT_ONE" > copied.txt; wc -c < "$PAWL_OUT_LARGE_FILE"; rm -f folder/deep.txt'
`,
  },
  {
    name: 'a prompt that edits, another that fails its requirement',
    workflow: `
name: Prompts
steps:
  - id: edit
    prompt: Edit
  - id: look
    command: '${ran}; cat new.txt yours.txt'
  - id: form
    prompt: Give {{look}}
    output: { schema: { type: object, properties: { n: { type: integer } }, required: [n] } }
  - id: bad
    prompt: Break it
    require: { contains: [never said] }
`,
    byStep: {
      edit: [
        {
          write: { 'new.txt': 'new\n', 'folder/deep.txt': null },
          sh: 'echo agent >> yours.txt; chmod 755 private.txt',
          reply: 'edited',
          costUsd: 0.1,
          inputTokens: 5,
        },
      ],
      // What it did when it was asked first is put back too where it is interrupted when asked again.
      form: [
        { reply: 'no JSON', costUsd: 0.2 },
        { sh: 'echo asked >> new.txt', reply: '{"n": 1}', costUsd: 0.3 },
      ],
      bad: [{ sh: havoc, reply: 'done', costUsd: 0.4 }],
    },
  },
  {
    name: 'a loop that keeps and undoes',
    workflow: `
name: Ratchet
steps:
  - id: fix
    prompt: Fix it
    loop: { max: 8, until: ALLDONE, gate: '${gateText}' }
  - id: after
    command: '${ran}; cat gate-was-here.txt'
`,
    byStep: {
      fix: [
        {
          write: { 'fixed.txt': 'first\n', verdict: 'yes' },
          sh: 'echo agent >> yours.txt; chmod 700 run.sh',
          reply: 'kept',
          costUsd: 0.1,
          outputTokens: 3,
        },
        { write: { verdict: 'no' }, sh: havoc, reply: 'undone', costUsd: 0.1 },
        { sh: 'echo half >> fixed.txt', error: 'the agent fell over', costUsd: 0.05 },
        {
          write: { verdict: 'yes', 'folder/more.txt': 'more\n' },
          sh: 'echo second >> fixed.txt; git mv run.sh ran.sh; git commit -q -am own',
          reply: 'kept',
          costUsd: 0.1,
        },
        { write: { verdict: 'no', 'staged.txt': 'agent\n' }, sh: 'git add -A; rm -f yours.txt fixed.txt', reply: 'undone', costUsd: 0.1 },
        { write: { verdict: 'yes' }, sh: 'rm -f folder/deep.txt; ln -sf fixed.txt link', reply: 'ALLDONE', costUsd: 0.1 },
      ],
    },
  },
  {
    name: 'a loop that gets stuck',
    workflow: `
name: Stuck
steps:
  - id: fix
    prompt: Fix it
    loop: { max: 8, until: ALLDONE, gate: '${gateText}' }
`,
    byStep: {
      fix: [
        { write: { verdict: 'no' }, sh: havoc, reply: 'ALLDONE', costUsd: 0.1 },
        { sh: 'echo x >> yours.txt' },
        { sh: 'git rm -rq folder' },
      ],
    },
  },
  {
    name: 'a measured gate, and commands that ask for a snapshot',
    workflow: `
name: Measured
steps:
  - id: shrink
    prompt: Make it smaller
    loop:
      max: 3
      gate: { command: '${ran}; echo seen >> gate-was-here.txt; wc -c < fat.txt', measure: lower }
  - id: count
    snapshot: true
    command: '${ran}; n=$(cat n || echo 0); echo $((n+1)) > n; test $n -ge 2 && echo ENOUGH || echo AGAIN'
    branch: [{ when: AGAIN, goto: count }, { when: ENOUGH, goto: flaky }]
  - id: never
    command: 'echo never > never.txt'
  - id: flaky
    snapshot: true
    expect: success
    retry: { max: 4, backoff: 1ms }
    command: '${ran}; echo tried >> tries.txt; test "$PAWL_ATTEMPT" -ge 3'
`,
    byStep: { shrink: [{ write: { 'fat.txt': '1234' } }, { write: { 'fat.txt': '123456789' } }, { write: { 'fat.txt': '12' } }] },
  },
  {
    name: 'a group, and items',
    workflow: `
name: Many at once
steps:
  - id: list
    command: '${ran}; printf "a\\nb\\nc\\n"'
    require: { non_empty: true }
  - { id: all, parallel: [left, right, asked] }
  - id: left
    command: '${ran}; echo left > left.txt; echo LEFT'
  - id: right
    command: '${ran}; echo right > right.txt; echo RIGHT'
  - id: asked
    prompt: And you
  - id: each
    command: '${ran}; echo "$PAWL_ITEM" > "item-$PAWL_ITEM_INDEX.txt"; echo "item $PAWL_ITEM"'
    foreach: { items: list, max_parallel: 2 }
  - id: slow
    prompt: Do {{item}}
    foreach: { items: [x, y] }
  - id: last
    command: '${ran}; printf "%s %s %s" "$PAWL_OUT_LEFT" "$PAWL_OUT_ASKED" "$PAWL_OUT_EACH"'
`,
    byStep: {
      asked: [{ write: { 'asked.txt': 'asked\n' }, reply: 'yes', costUsd: 0.2 }],
      slow: [
        { sh: 'echo x >> slow.txt', reply: 'x done' },
        { sh: 'echo y >> slow.txt', reply: 'y done' },
      ],
    },
  },
  {
    name: 'a question to a person, and a workflow within',
    workflow: `
name: Asks
steps:
  - id: edit
    prompt: Edit
  - id: sure
    approve: Go on?
  - id: inner
    workflow: inner.yml
  - id: after
    command: '${ran}; printf %s "$PAWL_OUT_SURE" > said.txt; echo "$PAWL_OUT_INNER"'
`,
    inner: `
name: Inner
steps:
  - id: within
    prompt: Improve
    loop: { max: 3, gate: '${gateText}', until: ENOUGH }
`,
    byStep: {
      edit: [{ sh: 'echo agent >> yours.txt', reply: 'edited', costUsd: 0.1 }],
      within: [
        { write: { verdict: 'no' }, sh: havoc, reply: 'undone', costUsd: 0.1 },
        { write: { verdict: 'yes' }, sh: 'echo kept >> kept.txt', reply: 'ENOUGH', costUsd: 0.1 },
      ],
    },
  },
  {
    name: 'work trees of their own',
    workflow: `
name: Trees
steps:
  - { id: all, parallel: [one, two] }
  - id: one
    isolate: worktree
    command: '${ran}; echo one > one.txt; rm -f folder/deep.txt'
  - id: two
    isolate: worktree
    prompt: Two
    loop: { max: 3, until: ENOUGH, gate: '${ran}; echo seen >> gate-was-here.txt; grep -q yes verdict' }
  - id: after
    command: '${ran}; cat one.txt two.txt'
`,
    byStep: {
      two: [
        { write: { verdict: 'no' }, sh: 'echo no >> two.txt; git rm -rq --cached .', reply: 'undone', costUsd: 0.1 },
        { write: { verdict: 'yes' }, sh: 'echo two >> two.txt', reply: 'ENOUGH', costUsd: 0.1 },
      ],
    },
  },
  {
    name: 'stored functions',
    workflow: `
name: Functions
steps:
  - { id: copies, function: copies, args: { from: yours.txt, times: 3 } }
  - { id: each, function: note, args: { name: "{{item}}", text: "{{copies}}" }, foreach: { items: [a, b], max_parallel: 2 } }
  - { id: apart, function: note, args: { name: apart, text: "{{each}}" }, isolate: worktree }
  - { id: bad, function: bad, args: { name: bad }, snapshot: true, retry: { max: 1, backoff: 1ms }, require: { contains: [never said] } }
`,
    files: {
      'pawl.yml': 'functions: [functions]\n',
      // Each time that it is called it adds a line, so that a write that is made twice shows.
      'functions/copies.ts': `export default async function copies({ from, times }, ctx) {
  const text = await ctx.fs.read(from);
  for (let n = 0; n < times; n++) await ctx.call('note', { name: 'copy' + n, text });
  return (await ctx.fs.list('.')).length;
}
`,
      'functions/copies.schema.json': '{"description": "Copies a file."}',
      'functions/note.ts': `export default async function note({ name, text }, ctx) {
  const file = name + '-noted.txt';
  const before = await ctx.fs.read(file).catch(() => '');
  await ctx.fs.write(file, before + text + '\\n');
  return [file, before.length, Math.random() < 2];
}
`,
      'functions/note.schema.json': '{"description": "Notes a text behind what is there."}',
      'functions/bad.ts': `export default async function bad({ name }, ctx) {
  await ctx.call('note', { name, text: 'x' });
  return 'done';
}
`,
      'functions/bad.schema.json': '{"description": "Gives what is not wanted."}',
    },
  },
];
