import type { Failure } from '../../../core/model/failure.ts';
import type { Json } from '../../../core/model/json.ts';
import { ok, type Result } from '../../../core/model/result.ts';
import { type Primitive, type PrimitiveResult, primitive } from '../../../ports/primitive.ts';
import { AllowedRoots } from './allowed-roots.ts';
import { listFolder, mostEntries } from './list-folder.ts';
import { type ReadOptions, readFileOf, readLimitBytes } from './read-file.ts';
import { removeEntry } from './remove-entry.ts';
import { writeFileOf } from './write-file.ts';

/** Files below these folders (absolute paths; relative ones of code are below the first). */
export function fsPrimitives(folders: readonly [string, ...string[]]): Primitive[] {
  const roots = new AllowedRoots(folders);
  return [readPrimitive(roots), writePrimitive(roots), listPrimitive(roots), removePrimitive(roots)];
}

const path = { type: 'string', minLength: 1 } as const;

/** The schema of a list of arguments of which the first so many must be given. */
const list = (least: number, ...prefixItems: Json[]): Json => ({ type: 'array', prefixItems, items: false, minItems: least });

const options = (properties: { readonly [key: string]: Json }): Json => ({ type: 'object', properties, additionalProperties: false });

const free = async (result: Promise<Result<Json, Failure>>): Promise<Result<PrimitiveResult, Failure>> => {
  const given = await result;
  return given.ok ? ok({ value: given.value, nanoUsd: 0 }) : given;
};

const readPrimitive = (roots: AllowedRoots): Primitive =>
  primitive({
    name: 'fs.read',
    description: `Reads a file: fs.read(path, { as: "text" | "bytes", from, to }). from and to are in bytes; at most ${readLimitBytes} at once. Bytes are { $blob: base64 }.`,
    arguments: list(
      1,
      path,
      options({ as: { enum: ['text', 'bytes'] }, from: { type: 'integer', minimum: 0 }, to: { type: 'integer', minimum: 0 } }),
    ),
    result: { anyOf: [{ type: 'string' }, { type: 'object', required: ['$blob'] }] },
    effect: 'read',
    perform: ([name, given = {}]) => free(readFileOf(roots, name as string, given as ReadOptions)),
  });

const writePrimitive = (roots: AllowedRoots): Primitive =>
  primitive({
    name: 'fs.write',
    description:
      'Writes a whole file at once, making folders on the way: fs.write(path, content). Content is text, or bytes as { $blob: base64 }.',
    arguments: list(2, path, {
      anyOf: [
        { type: 'string' },
        { type: 'object', properties: { $blob: { type: 'string' } }, required: ['$blob'], additionalProperties: false },
      ],
    }),
    result: { type: 'object', properties: { bytes: { type: 'integer' } } },
    effect: 'idempotent',
    perform: ([name, content]) => free(writeFileOf(roots, name as string, bytesOf(content as string | { readonly $blob: string }))),
  });

const bytesOf = (content: string | { readonly $blob: string }): Uint8Array =>
  typeof content === 'string' ? Buffer.from(content) : Buffer.from(content.$blob, 'base64');

const listPrimitive = (roots: AllowedRoots): Primitive =>
  primitive({
    name: 'fs.list',
    description: `Lists a folder: fs.list(path, { recursive }) gives [{ path, kind: "file" | "folder" | "link" | "other", bytes }], at most ${mostEntries}.`,
    arguments: list(0, path, options({ recursive: { type: 'boolean' } })),
    result: { type: 'array' },
    effect: 'read',
    perform: ([name = '.', given = {}]) => free(listFolder(roots, name as string, (given as { recursive?: boolean }).recursive === true)),
  });

const removePrimitive = (roots: AllowedRoots): Primitive =>
  primitive({
    name: 'fs.remove',
    description: 'Removes a file, a link, or a folder: fs.remove(path, { recursive }). What is not there is no error: { removed: false }.',
    arguments: list(1, path, options({ recursive: { type: 'boolean' } })),
    result: { type: 'object', properties: { removed: { type: 'boolean' } } },
    effect: 'idempotent',
    perform: ([name, given = {}]) => free(removeEntry(roots, name as string, (given as { recursive?: boolean }).recursive === true)),
  });
