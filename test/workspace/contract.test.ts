import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { workspaceContract } from '../../src/testing/workspace-contract.ts';
import { Scene, write } from './scene.ts';

workspaceContract({ test, expect }, async () => {
  const scene = new Scene({ files: { 'a.txt': 'one\n', 'b.txt': 'bee\n' } });
  return {
    workspace: scene.workspace,
    reopen: () => scene.open(),
    write: async (path, content) => (content === null ? rmSync(join(scene.root, path)) : write(scene.root, { [path]: content })),
    read: async (path) => (existsSync(join(scene.root, path)) ? readFileSync(join(scene.root, path), 'utf8') : null),
    stage: async (path) => void scene.git('add', '--', path),
    commit: async (message) => void scene.git('commit', '-qm', message),
    status: async () =>
      scene.git('status', '--porcelain=v2', '--branch', '--untracked-files=all') + scene.git('for-each-ref', 'refs/heads'),
    subjects: async () => scene.git('log', '--format=%s').trim().split('\n'),
  };
});
