/** Workflows as people write them, to read whole and to break in pieces. */
export const samples: Readonly<Record<string, string>> = {
  'a repair loop': `# Repairs whatever the command finds.
name: Repair
description: Run a command, fix what it finds, until it passes

budget:
  limit: 250000
  downgrade: fast

steps:
  - id: baseline
    command: 'sh -c "$PAWL_INPUT" 2>&1 || true'

  - id: fix
    model: smart
    enforce: soft # edits files
    prompt: |
      What the command printed:

      {{baseline}}

      What the last try led to: {{gate}}

      Fix one group of related problems. Say DONE when you are finished.
    loop:
      max: 8
      until: DONE
      gate: 'sh -c "$PAWL_INPUT"'

  - id: summary
    model: fast
    prompt: "Say in three lines what was fixed: {{fix}}"
`,
  'a router with a way out': `name: Router
principles: [small steps, plain words]
enforce: soft
branch: true
steps:
  - id: triage
    prompt: "Classify: {{input}}. Say SMALL, LARGE or NOTHING."
    require: {non_empty: true, contains: ["L"], last_line_regex: "^(SMALL|LARGE|NOTHING)$"}
    branch:
      - when: "SMALL"
        goto: short
      - {when: NOTHING, goto: end}
  - id: plan
    prompt: >
      Plan it.
      {{triage}}
  - id: short
    prompt: "Do it: {{plan}}"
    principles: []
`,
  'three reviews side by side': `name: Reviews
steps:
  - &review
    id: security
    model: smart
    prompt: "Review {{input}}"
  - <<: *review
    id: tests
    command: npm test
    prompt: ~
    expect: success
  - {<<: *review, id: style, prompt: "Is it plain?"}
  - id: all
    parallel: [security, tests, style]
  - id: verdict
    prompt: "{{security}} {{tests}} {{style}}"
`,
  'a release with all that is added to devkit': `name: Release
steps:
  - id: packages
    command: ls packages
    timeout: 30s
    retry: {max: 2, backoff: 5s}
    snapshot: true
  - id: notes
    prompt: "Notes on {{item}} ({{item_index}}) as JSON"
    foreach: {items: packages, max_parallel: 2}
    isolate: worktree
    output:
      schema: {type: object, properties: {title: {type: string, pattern: "^[A-Z]"}}, required: [title]}
  - id: shrink
    prompt: Make it smaller
    loop:
      max: 4
      gate: {command: npm run size, measure: lower, tolerance: 0.5}
  - id: sure
    approve: "Publish it?"
  - id: publish
    command: npm publish
    env: {NODE_ENV: production, CI: yes}
    secrets: [NPM_TOKEN]
    retry: 3
  - id: tell
    workflow: announce.yml
`,
};
