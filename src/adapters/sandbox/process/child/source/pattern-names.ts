import type { Pattern } from 'acorn';

/** The names that a pattern of a declaration binds. */
export function patternNames(pattern: Pattern): string[] {
  switch (pattern.type) {
    case 'Identifier':
      return [pattern.name];
    case 'ObjectPattern':
      return pattern.properties.flatMap((each) => patternNames(each.type === 'RestElement' ? each.argument : each.value));
    case 'ArrayPattern':
      return pattern.elements.flatMap((each) => (each ? patternNames(each) : []));
    case 'RestElement':
      return patternNames(pattern.argument);
    case 'AssignmentPattern':
      return patternNames(pattern.left);
    case 'MemberExpression':
      return [];
  }
}
