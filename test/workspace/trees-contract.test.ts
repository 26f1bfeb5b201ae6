import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { treesContract } from '../../src/testing/trees-contract.ts';
import { Scene, write } from './scene.ts';
import { treesIn } from './trees-in.ts';

treesContract({ test, expect }, async () => {
  const scene = new Scene({ files: { 'a.txt': '1\n2\n3\n4\n5\n6\n7\n8\n9\n', 'b.txt': 'bee\n' } });
  const git = (cwd: string, ...args: string[]): string => execFileSync('git', args, { cwd, env: scene.env, encoding: 'utf8' });
  return {
    workspace: scene.workspace,
    trees: treesIn(scene),
    reopen: () => treesIn(scene),
    cwd: scene.root,
    write: async (cwd, path, content) => (content === null ? rmSync(join(cwd, path)) : write(cwd, { [path]: content })),
    read: async (cwd, path) => (existsSync(join(cwd, path)) ? readFileSync(join(cwd, path), 'utf8') : null),
    status: async (cwd) => git(cwd, 'status', '--porcelain=v2', '--branch', '--untracked-files=all') + git(cwd, 'log', '--format=%s'),
    commit: async (cwd, message) => void (git(cwd, 'add', '-A') + git(cwd, 'commit', '-qm', message)),
    exists: async (path) => existsSync(path),
  };
});
