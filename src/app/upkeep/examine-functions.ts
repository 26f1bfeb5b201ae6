import { listed } from '../../core/model/shown-text.ts';
import { doubledNames } from '../act/load-functions.ts';
import { readConfiguration } from '../workflows/configuration-file.ts';
import type { Finding } from './finding.ts';

/** Functions of the library that nobody gets, as a folder has one of the same name. What is wrong with files is told where they are used. */
export async function functionFindings(root: string): Promise<Finding[]> {
  const read = await readConfiguration(root);
  if (!read.ok) return [];
  const doubled = await doubledNames(read.value.configuration.functions, root);
  if (doubled.length === 0) return [];
  return [
    {
      what: 'functions',
      state: 'poor',
      found: `folders come before the library, which also has ${listed(doubled)}: those of the library are not used`,
      hint: 'rename or remove one of each two',
    },
  ];
}
