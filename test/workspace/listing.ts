import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** Every entry below a folder but .git and .pawl at its top: "mode type content". */
export function listing(root: string): Record<string, string> {
  const found: Record<string, string> = {};
  const walk = (folder: Buffer, name: string): void => {
    for (const entry of readdirSync(folder, { encoding: 'buffer' })) {
      const path = Buffer.concat([folder, Buffer.from('/'), entry]);
      const shown = name === '' ? entry.toString('latin1') : `${name}/${entry.toString('latin1')}`;
      if (shown === '.git' || shown === '.pawl') continue;
      const stat = lstatSync(path);
      const mode = (stat.mode & 0o7777).toString(8);
      if (stat.isSymbolicLink()) found[shown] = `link ${readlinkSync(path, { encoding: 'latin1' })}`;
      else if (stat.isDirectory()) {
        found[shown] = `folder ${mode}`;
        walk(path, shown);
      } else if (!stat.isFile()) found[shown] = `${stat.isFIFO() ? 'pipe' : stat.isSocket() ? 'socket' : 'device'} ${mode}`;
      else
        found[shown] =
          `file ${mode} ${stat.size > 1000 ? createHash('sha256').update(readFileSync(path)).digest('hex') : readFileSync(path).toString('latin1')}`;
    }
  };
  walk(Buffer.from(root), '');
  return found;
}
