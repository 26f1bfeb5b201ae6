import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { programs } from '../../src/adapters/process/programs.ts';
import { sourcedSecrets } from '../../src/adapters/secrets/sourced-secrets.ts';
import type { SecretSource } from '../../src/core/configuration/configuration.ts';
import { contractSecrets, secretsContract } from '../../src/testing/secrets-contract.ts';
import { scratchFolder } from '../scratch.ts';

const env = { PATH: process.env.PATH };

function secretsOf(folder: string, sources: Record<string, SecretSource>, more: Record<string, string> = {}) {
  return sourcedSecrets({ sources: new Map(Object.entries(sources)), env: { ...env, ...more }, folder, programs: programs() });
}

describe('from the environment', () => {
  secretsContract({ test, expect }, async () => {
    let fetches = 0;
    const given: Record<string, string> = { ...contractSecrets };
    const seen = new Proxy(given, {
      get(values, name: string) {
        fetches++;
        return values[name];
      },
    });
    return {
      secrets: sourcedSecrets({ sources: new Map(), env: seen, folder: '/', programs: programs() }),
      fetches: () => fetches,
    };
  });

  test('under another name, where pawl.yml says so', async () => {
    const secrets = secretsOf('/', { TOKEN: { from: 'env', variable: 'CI_TOKEN' } }, { CI_TOKEN: 'the-right-one', TOKEN: 'the-wrong-one' });
    expect(await secrets.read('TOKEN')).toEqual({ ok: true, value: 'the-right-one' });
  });

  test('a variable that is empty is none', async () => {
    expect(await secretsOf('/', {}, { TOKEN: ' ' }).read('TOKEN')).toMatchObject({ failure: { kind: 'not_found' } });
  });
});

describe('from a command', () => {
  secretsContract({ test, expect }, async () => {
    const folder = scratchFolder();
    const sources = Object.entries(contractSecrets).map(([name, value]) => {
      writeFileSync(join(folder, name), `${value}\n\n`);
      return [name, { from: 'command', command: `echo x >> ${name}.fetches; cat ${name}` }] as const;
    });
    return {
      secrets: secretsOf(folder, Object.fromEntries(sources)),
      fetches: (name) => readFileSync(join(folder, `${name}.fetches`), 'utf8').length / 2,
    };
  });

  test('that fails, is killed or prints no text: a failure without a word of what it printed', async () => {
    const commands = {
      EXIT: ['echo hunter2hunter2; echo hunter2hunter2 >&2; exit 3', 'exit'],
      KILLED: ['echo hunter2hunter2; kill -9 $$', 'signal'],
      BINARY: ["printf 'hunter2hunter2\\377'", 'refused'],
      NUL: ["printf 'hunter2\\0hunter2'", 'refused'],
      SILENT: ['true', 'not_found'],
      LONG: ['head -c 20000 /dev/zero | tr "\\0" x', 'refused'],
    } as const;
    const folder = scratchFolder();
    for (const [name, [command, kind]] of Object.entries(commands)) {
      const read = await secretsOf(folder, { [name]: { from: 'command', command } }).read(name);
      expect(read).toMatchObject({ ok: false, failure: { kind } });
      expect(JSON.stringify(read)).not.toMatch(/hunter2|xxxx/);
      expect(JSON.stringify(read)).toContain(name);
    }
  });

  test('has the environment, which may hold the key to it', async () => {
    const secrets = secretsOf('/', { A: { from: 'command', command: 'echo "for-$KEY"' } }, { KEY: 'a-longer-key' });
    expect(await secrets.read('A')).toEqual({ ok: true, value: 'for-a-longer-key' });
  });

  test('is ended when nobody waits any more; a folder that is gone is told', async () => {
    const cancelled = AbortSignal.abort();
    const sources = new Map([['A', { from: 'command', command: 'sleep 600' } as const]]);
    const given = { sources, env, programs: programs() };
    expect(await sourcedSecrets({ ...given, folder: '/', signal: cancelled }).read('A')).toMatchObject({ failure: { kind: 'cancelled' } });
    const gone = join(scratchFolder(), 'gone');
    expect(await sourcedSecrets({ ...given, folder: gone }).read('A')).toMatchObject({ failure: { kind: 'not_found' } });
  });
});

describe('from a file', () => {
  secretsContract({ test, expect }, async () => {
    const folder = scratchFolder();
    for (const [name, value] of Object.entries(contractSecrets)) writeFileSync(join(folder, name), `${value}\r\n`);
    const file = (name: string): SecretSource => ({ from: 'file', path: name });
    const secrets = secretsOf(folder, { GOOD: file('GOOD'), ENDED: file('ENDED'), SHORT: file('SHORT'), NOWHERE: file('gone') });
    // What was read once is not read again: another value is not seen.
    const read: typeof secrets.read = async (name) => {
      const first = await secrets.read(name);
      writeFileSync(join(folder, name), 'another value altogether');
      return first;
    };
    return { secrets: { read }, fetches: async () => (JSON.stringify(await secrets.read('GOOD')).includes('another') ? 2 : 1) };
  });

  test('relative to the folder, absolute, or in the home', async () => {
    const folder = scratchFolder();
    mkdirSync(join(folder, 'in'));
    writeFileSync(join(folder, 'in', 'value'), 'the-value-itself');
    for (const path of ['in/value', join(folder, 'in/value'), '~/in/value']) {
      const secrets = secretsOf(folder, { A: { from: 'file', path } }, { HOME: folder });
      expect(await secrets.read('A')).toEqual({ ok: true, value: 'the-value-itself' });
    }
  });

  test('a folder, or one below a file, is told by its path', async () => {
    const folder = scratchFolder();
    writeFileSync(join(folder, 'file'), 'x');
    chmodSync(join(folder, 'file'), 0o600);
    expect(await secretsOf(folder, { A: { from: 'file', path: '.' } }).read('A')).toMatchObject({ failure: { kind: 'io' } });
    expect(await secretsOf(folder, { A: { from: 'file', path: 'file/below' } }).read('A')).toMatchObject({
      failure: { kind: 'not_found' },
    });
  });
});
