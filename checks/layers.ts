/**
 * The import table: the one place that says who may import whom under `src`. `import-rules.ts` makes dependency-cruiser's
 * rules of it. Everything that is not allowed here is refused, and so is a folder that does not stand here.
 */
export interface Layer {
  /** A folder or file under `src`. `*` stands for each folder there, and they are strangers to one another. */
  readonly path: string;
  /** What it may import besides its own folder. */
  readonly may: readonly string[];
  /** What it may import for its types alone. */
  readonly mayForTypes?: readonly string[];
  /** The only packages it may import, `node:` included; absent = any that `dependencies` names. */
  readonly packages?: readonly string[];
  /** Said when an import is refused: what to do instead. */
  readonly instead: string;
}

/** All of these compute and never act: no I/O, no clock, no random. */
const purePackages = ['yaml', 're2js', '@noble/hashes', 'zod', 'ajv', 'croner', 'stemmer'];

const core = [
  'core/model',
  'core/secrets',
  'core/workflow',
  'core/configuration',
  'core/events',
  'core/effects',
  'core/act',
  'core/library',
  'core/certify',
  'core/schedule',
  'core/tasks',
  'core/engine',
  'core/views',
];
const adapters = [
  'adapters/store/*',
  'adapters/workspace/*',
  'adapters/process',
  'adapters/secrets',
  'adapters/runner/*',
  'adapters/prices/*',
  'adapters/model/*',
  'adapters/sandbox/*',
  'adapters/replay/*',
  'adapters/primitive/*',
  'adapters/functions/*',
  'adapters/packages/*',
  'adapters/webhooks/*',
];

/** The machines that decide what a run does next: no adapter sees them. */
const deciding = ['core/engine', 'core/act'];

/** No adapter: the part that is common to runners that start an agent's program. */
const agentCli = 'adapters/agent-cli';

/**
 * The folders of the app, each of which may import those before it. Which of them a use-case belongs to is said in ARCHITECTURE.md;
 * their order keeps them from becoming one again.
 */
const app = [
  'surroundings',
  'project',
  'agents',
  'workflows',
  'history',
  'handle',
  'library',
  'librarian',
  'act',
  'storing',
  'certifying',
  'run',
  'settle',
  'tasks',
  'upkeep',
  'setup',
].map((name) => `app/${name}`);

const coreNeedsNothing = 'Core decides and never acts: take what you need as an argument, or as an event that the driver appends.';

export const layers: readonly Layer[] = [
  {
    path: 'core/model',
    may: [],
    packages: purePackages,
    instead: `The model is what all else is said in. ${coreNeedsNothing}`,
  },
  {
    path: 'core/workflow',
    may: ['core/model'],
    packages: purePackages,
    instead: `Reading a workflow needs the model only; what both need belongs in core/model. ${coreNeedsNothing}`,
  },
  {
    path: 'core/secrets',
    may: ['core/model'],
    packages: purePackages,
    instead: `What is taken out of a text is decided by the text and the secrets alone. ${coreNeedsNothing}`,
  },
  {
    path: 'core/configuration',
    may: ['core/model', 'core/workflow'],
    packages: purePackages,
    instead: `Reading pawl.yml needs the model and the reader that workflows have. ${coreNeedsNothing}`,
  },
  {
    path: 'core/events',
    may: ['core/model'],
    packages: purePackages,
    instead: `Events are the waist: plain data in the terms of core/model, known to all and knowing nobody. ${coreNeedsNothing}`,
  },
  {
    path: 'core/effects',
    may: ['core/model', 'core/events'],
    packages: purePackages,
    instead: `What a call of a primitive is, and what its journal means, follows from declarations and events alone. ${coreNeedsNothing}`,
  },
  {
    path: 'core/act',
    may: ['core/model', 'core/events', 'core/effects'],
    packages: purePackages,
    instead: `An act's decisions follow from its events. What a reader wants to see belongs in core/views. ${coreNeedsNothing}`,
  },
  {
    path: 'core/library',
    may: ['core/model', 'core/secrets', 'core/effects', 'core/events'],
    packages: purePackages,
    instead: `What is stored, found and told apart follows from the entries and the question alone. ${coreNeedsNothing}`,
  },
  {
    path: 'core/certify',
    may: ['core/model', 'core/secrets', 'core/events', 'core/effects', 'core/library'],
    packages: purePackages,
    instead: `Whether code may stand in for the agent follows from what was recorded and what its text says. ${coreNeedsNothing}`,
  },
  {
    path: 'core/schedule',
    may: ['core/model'],
    packages: purePackages,
    instead: `When something is due follows from the schedule and a moment that is given. ${coreNeedsNothing}`,
  },
  {
    path: 'core/tasks',
    may: ['core/model', 'core/schedule'],
    packages: purePackages,
    instead: `What becomes due, waits or is passed over follows from the task, its open occurrences and the moment. ${coreNeedsNothing}`,
  },
  {
    path: 'core/engine',
    may: ['core/model', 'core/workflow', 'core/events'],
    packages: purePackages,
    instead: `The engine folds events and gives commands. What a reader wants to see belongs in core/views. ${coreNeedsNothing}`,
  },
  {
    path: 'core/views',
    may: core,
    packages: purePackages,
    instead: `A view is a fold of events for a reader; the door prints it. ${coreNeedsNothing}`,
  },
  {
    path: 'ports',
    may: core,
    instead: 'A port is a few verbs in the terms of core. Let the adapter depend on the port, never the port on who uses or offers it.',
  },
  {
    path: 'source',
    may: ['core/model', 'core/library', 'core/certify'],
    packages: ['acorn', 'node:module', 'node:worker_threads'],
    instead: 'Code is read here as text, and never run: what is done with it belongs to whoever asks.',
  },
  {
    path: 'drive',
    may: [...core, 'ports', 'journaling'],
    instead: 'The driver acts through ports alone: take the port as an argument and let src/app pass the adapter in.',
  },
  {
    path: 'journaling',
    may: [...core, 'ports'],
    instead:
      'This is how whoever drives a run reads and writes its journal, of whatever kind the run is. What one kind does belongs to its driver.',
  },
  {
    path: 'effects',
    may: [...core, 'ports', 'journaling'],
    instead: 'The one way from code to primitives knows ports alone: take the port as an argument and let src/app pass the adapter in.',
  },
  {
    path: 'agent',
    may: [...core, 'ports', 'journaling', 'effects'],
    instead: 'The loop performs what core/act decides, through ports and effects: take what you need as an argument from src/app.',
  },
  {
    path: agentCli,
    may: [...core.filter((each) => !deciding.includes(each)), 'ports'],
    instead:
      'This is what the runners that start a program share: how its output is read and its failures are told. What one program says belongs ' +
      'to its runner.',
  },
  ...adapters.map((path) => ({
    path,
    may: [...core.filter((each) => !deciding.includes(each)), 'ports', 'source', ...(path === 'adapters/runner/*' ? [agentCli] : [])],
    instead:
      'An adapter acts and decides nothing, so it never sees the engine, the driver or another adapter. A decision that two adapters share ' +
      'belongs in core; a service of another adapter comes as a port that src/app passes in.',
  })),
  {
    path: 'testing',
    may: [...core, 'ports', ...adapters],
    instead: 'Contracts and scripted adapters test ports and adapters. What needs the driver or the app belongs in test/.',
  },
  ...app.map((path, at) => ({
    path,
    may: [...core, 'ports', 'source', 'journaling', 'effects', 'drive', 'agent', ...adapters, ...app.slice(0, at)],
    instead:
      'The app builds and offers the use-cases. Doors import it, never the reverse; what only tests need stays in src/testing. Of its own ' +
      'folders one imports those that stand before it in checks/layers.ts: move what both need into the earlier one.',
  })),
  {
    path: 'doors/*',
    may: [...app, 'core/views', 'core/events', 'core/model'],
    instead:
      'A door translates, calls src/app and prints a view. Add a use-case to src/app, or a view to core/views; doors share nothing else.',
  },
  {
    path: 'index.ts',
    may: [...app, 'ports'],
    mayForTypes: core,
    instead:
      'The public surface names use-cases of src/app, ports, and types of core. Whatever else users need becomes one of those first.',
  },
];
