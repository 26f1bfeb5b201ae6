// node openworkflow-worker.mjs PACKAGE DATABASE COMMANDS start|resume: runs the commands of a JSON file, one a step, as a worker of
// openworkflow does, and ends when they are through. Written as its own documentation has it.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const [folder, database, commands, verb] = process.argv.slice(2);
const load = (file) => import(pathToFileURL(join(folder, 'dist', file)).href);
const { OpenWorkflow } = await load('index.js');
const { BackendSqlite } = await load('sqlite.js');

const shell = (command) =>
  new Promise((resolve) => spawn('sh', ['-c', command], { stdio: 'ignore' }).once('exit', (code) => resolve({ code })));

const backend = BackendSqlite.connect(database);
const engine = new OpenWorkflow({ backend });
const workflow = engine.defineWorkflow({ name: 'bench' }, async ({ step }) => {
  for (const [at, command] of JSON.parse(readFileSync(commands, 'utf8')).entries())
    await step.run({ name: `s${at + 1}` }, () => shell(command));
  setImmediate(() => process.exit(0));
  return null;
});
if (verb === 'start') await workflow.run({});
await engine.newWorker().start();
