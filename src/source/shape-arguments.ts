import type { AnyNode, CallExpression } from 'acorn';
import type { Binding, Bindings } from './bindings.ts';
import { isFunction } from './bindings.ts';
import type { Constants } from './constants.ts';
import { insideOf } from './walk.ts';

interface Said {
  readonly texts: readonly string[];
  readonly numbers: readonly number[];
}

/** How far variables are put in for what they were given: code that names one in terms of another could go on without end. */
const mostSteps = 200;

/** What the arguments of calls say, with variables put in for what they were given. */
export class ShapeArguments {
  private readonly bindings: Bindings;
  private readonly constants: Constants;

  constructor(bindings: Bindings, constants: Constants) {
    this.bindings = bindings;
    this.constants = constants;
  }

  of(call: CallExpression): Said {
    const texts = new Set<string>();
    const seen = new Set<Binding>();
    let steps = 0;
    const read = (node: AnyNode): void => {
      steps += 1;
      if (steps > mostSteps || isFunction(node)) return;
      if (node.type === 'Literal') {
        if (typeof node.value === 'string') texts.add(node.value);
        return;
      }
      if (node.type === 'TemplateElement') {
        if (node.value.raw.trim() !== '') texts.add(node.value.raw);
        return;
      }
      if (node.type === 'MemberExpression') {
        const path = this.dataPath(node);
        for (const each of path) texts.add(each);
        if (path.length === 0) read(node.object);
        if (node.computed) read(node.property);
        return;
      }
      if (node.type === 'Identifier') {
        const binding = this.bindings.of.get(node);
        const given = this.constants.givenTo(node);
        if (!binding || given === null || seen.has(binding)) return;
        seen.add(binding);
        read(given);
        return;
      }
      if (node.type === 'Property') {
        read(node.value);
        return;
      }
      if (node.type === 'CallExpression') {
        // What is called says nothing of what it is called with.
        if (node.callee.type === 'MemberExpression' && this.dataPath(node.callee).length === 0) read(node.callee.object);
        for (const each of node.arguments) read(each);
        return;
      }
      for (const each of insideOf(node)) read(each);
    };
    for (const each of call.arguments) read(each);
    return { texts: [...texts].sort(), numbers: call.arguments.flatMap((each) => this.numberOf(each)) };
  }

  private numberOf(node: AnyNode): number[] {
    const given = node.type === 'Identifier' ? this.constants.givenTo(node) : node;
    return given?.type === 'Literal' && typeof given.value === 'number' ? [given.value] : [];
  }

  /** Names of a value below something that the code does not declare: `a`, `b` of `data.a.b` and of `data['a'].b`. */
  private dataPath(node: AnyNode): string[] {
    const path: string[] = [];
    let at = node;
    while (at.type === 'MemberExpression') {
      if (!at.computed && at.property.type === 'Identifier') path.push(at.property.name);
      else if (at.property.type === 'Literal') path.push(String(at.property.value));
      at = at.object;
    }
    return at.type === 'Identifier' && this.bindings.of.get(at) === null ? path : [];
  }
}
