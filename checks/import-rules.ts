import type { IConfiguration, IForbiddenRuleType } from 'dependency-cruiser';
import { type Layer, layers } from './layers.ts';

const escaped = (text: string): string => text.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&');

/** The pattern of a layer's files. In `from`, each `*` is a group, so that `to` can name the same folder by `$1`. */
const filesOf = (path: string, star = '[^/]+'): string => {
  const file = escaped(path).replace('*', star);
  return path.endsWith('.ts') ? `^src/${file}$` : `^src/${file}/`;
};

/** What is Node's own has no files: it goes by its name. */
const packageFiles = (name: string): string =>
  name.startsWith('node:') ? `^${escaped(name.slice('node:'.length))}$` : `^node_modules/${escaped(name)}/`;

const nameOf = (layer: Layer): string => layer.path.replace('/*', '').replace('.ts', '').replaceAll('/', '-');

function directionRules(layer: Layer): IForbiddenRuleType[] {
  const from = { path: filesOf(layer.path, '([^/]+)') };
  const own = filesOf(layer.path, '$1');
  const rules: IForbiddenRuleType[] = [
    {
      name: `${nameOf(layer)}-imports`,
      severity: 'error',
      comment: `${layer.path} may import ${[...layer.may, 'its own folder'].join(', ')}. ${layer.instead}`,
      from,
      to: { path: '^src/', pathNot: [own, ...[...layer.may, ...(layer.mayForTypes ?? [])].map((path) => filesOf(path))] },
    },
  ];
  if (layer.mayForTypes) {
    rules.push({
      name: `${nameOf(layer)}-types-only`,
      severity: 'error',
      comment: `${layer.path} may name only types of ${layer.mayForTypes.join(', ')}: write \`export type\`. ${layer.instead}`,
      from,
      to: { path: layer.mayForTypes.map((path) => filesOf(path)), dependencyTypesNot: ['type-only'] },
    });
  }
  if (layer.packages) {
    rules.push({
      name: `${nameOf(layer)}-packages`,
      severity: 'error',
      comment: `${layer.path} may use the packages ${layer.packages.join(', ')} and no others, node: included. ${layer.instead}`,
      from,
      to: { pathNot: ['^src/', ...layer.packages.map(packageFiles)] },
    });
  }
  return rules;
}

const everyLayer = layers.map((layer) => filesOf(layer.path));

const generalRules: IForbiddenRuleType[] = [
  {
    name: 'every-file-has-a-layer',
    severity: 'error',
    comment: 'A file under src belongs to no layer. Move it into one, or, for a new part of the house, add a line to checks/layers.ts.',
    from: { path: '^src/', pathNot: everyLayer },
    to: {},
  },
  {
    name: 'imports-have-a-layer',
    severity: 'error',
    comment: 'What is imported belongs to no layer. Move it into one, or, for a new part of the house, add a line to checks/layers.ts.',
    from: {},
    to: { path: '^src/', pathNot: everyLayer },
  },
  {
    name: 'no-cycle',
    severity: 'error',
    comment:
      'Modules that need each other, be it for a type, cannot be read, tested or loaded one by one. Move what both need to a file of its own.',
    from: { path: '^src/' },
    to: { circular: true },
  },
  {
    name: 'src-stands-alone',
    severity: 'error',
    comment: 'Only src is shipped. What src needs of tests, checks or benchmarks moves into src; test doubles for users go to src/testing.',
    from: { path: '^src/' },
    to: { path: '^(test|bench|checks|bin|dist)/|^[^/]+[.](ts|js|mjs|json)$' },
  },
  {
    name: 'no-dev-dependency-in-src',
    severity: 'error',
    comment: 'Users get `dependencies` only. Move the package there, with its line in docs/decisions/dependencies.md, or do without it.',
    from: { path: '^src/' },
    to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown', 'npm-optional', 'npm-peer'] },
  },
  {
    name: 'every-import-is-found',
    severity: 'error',
    comment: 'The import leads nowhere. Correct the path (it ends in .ts), or install the package and name it in package.json.',
    from: {},
    to: { couldNotResolve: true },
  },
];

/** The configuration for dependency-cruiser: the table above as rules, and how it reads TypeScript. */
export const configuration: IConfiguration = {
  forbidden: [...layers.flatMap(directionRules), ...generalRules],
  options: {
    tsConfig: { fileName: 'tsconfig.json' },
    // Also imports that TypeScript takes away: a type from the wrong side is a dependency of the mind all the same.
    tsPreCompilationDeps: true,
    doNotFollow: { path: '^(node_modules|dist)/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.js', '.json'],
    },
  },
};
