import type { EffectClass } from '../../model/effect-class.ts';

/** Where something stands in the code of a function or of what it calls. */
export interface CodePlace {
  readonly function: string;
  readonly line: number;
}

/** A primitive that the code names, as it is declared. */
interface NamedPrimitive {
  readonly name: string;
  readonly effectClass: EffectClass;
  /** Whether what became of a call can be found out after a crash, by its key or by a probe. */
  readonly settles: boolean;
  readonly at: CodePlace;
}

/** What the syntax tree of a function's closure and the journals of a task show; forms are held against it. */
export interface EvidenceFacts {
  readonly primitives: readonly NamedPrimitive[];
  /** Where the code reaches the world past `ctx`, or makes code as it runs. */
  readonly ambient: readonly { readonly name: string; readonly at: CodePlace }[];
  /** Literals of the code that are what one of the runs saw: an input, or something in a result. */
  readonly observed: readonly { readonly text: string; readonly at: CodePlace; readonly seenIn: string }[];
  /** Primitives by which every recorded run of the task wrote, with a run that shows it. */
  readonly written: readonly { readonly name: string; readonly run: string }[];
  /** Where the code asks a model, and the bound on what that costs in a run; null = there is none. */
  readonly modelCalls: readonly { readonly at: CodePlace; readonly bounded: boolean }[];
}
