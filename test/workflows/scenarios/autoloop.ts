import type { Scenario } from '../scenario.ts';

// Passes while the code is right and no longer than it ever was, and remembers that it has become shorter.
const noLonger = 'n=$(wc -c < code.sh); best=$(cat best); echo "$n bytes, best $best"; test "$n" -le "$best" && echo "$n" > best\n';
const code = 'answer=42 # the answer\necho $answer\n';

const shorten = {
  workflow: 'autoloop',
  input: 'shorter code :: test "$(sh code.sh)" = 42 && sh no-longer.sh',
  files: { 'code.sh': code, 'no-longer.sh': noLonger, best: `${code.length}\n` },
};

const report = [{ reply: 'report' }];

export const autoloop: readonly Scenario[] = [
  {
    ...shorten,
    title: 'keeps each change that the command lets stay, and puts back the ones between',
    script: {
      improve: [
        { write: { 'code.sh': 'answer=42\necho $answer\n' }, reply: 'The comment is gone.' },
        { write: { 'code.sh': 'echo 4\n' }, reply: 'Shorter still.' },
        { write: { 'code.sh': 'answer=42\n\n\necho $answer\n' }, reply: 'More air.' },
        { write: { 'code.sh': 'echo 42\n' }, reply: 'No variable.' },
        { reply: 'NOTHING_LEFT' },
      ],
      report,
    },
    exitCode: 0,
    outcome: 'completed',
    verdicts: { improve: ['kept', 'undone', 'undone', 'kept', 'kept'] },
    changed: { 'code.sh': 'echo 42\n', best: '8\n' },
    commits: ['autoloop: improve iteration 1', 'autoloop: improve iteration 4'],
  },
  {
    ...shorten,
    title: 'puts back what breaks the code, whatever the agent says of it',
    script: { improve: Array.from({ length: 3 }, () => ({ write: { 'code.sh': '' }, reply: 'Much better. NOTHING_LEFT' })), report },
    exitCode: 1,
    outcome: 'stuck',
    verdicts: { improve: ['undone', 'undone', 'undone'] },
    changed: {},
    commits: [],
    unguarded: { off: 'gates', exitCode: 1, changed: { 'code.sh': '' } },
  },
  {
    ...shorten,
    title: 'asks nobody where the input has no command',
    input: 'shorter code',
    script: {},
    calls: 0,
    exitCode: 1,
    outcome: 'failed',
    error: 'ready failed',
    changed: {},
    commits: [],
  },
];
