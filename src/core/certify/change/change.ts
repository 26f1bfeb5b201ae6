import type { Json } from '../../model/json.ts';
import type { Edit, Fault, World } from '../world/world.ts';
import type { Path } from './places.ts';

/** What is done to a world, in kinds that questions are spread over. */
export type ChangeKind = 'parameter' | 'value' | 'absent' | 'boundary' | 'rows' | 'pages' | 'failure' | 'shape' | 'clock';

/** One change of a recorded world. */
export interface Change {
  readonly kind: ChangeKind;
  /** What is changed and how, over all rows and recordings: what asking about it once tells of. */
  readonly tag: string;
  /** Changes of one place cannot be made together. */
  readonly place: string;
  readonly edits: readonly Edit[];
  readonly input: readonly { readonly path: Path; readonly value: Json | undefined }[];
  readonly moved: readonly (readonly [string, string])[];
  readonly faults: readonly Fault[];
  /** Takes the row with the change away: whether that can be seen tells whether the change was of account. */
  readonly without: Edit | null;
  /** It may end the run before anything else is seen, or break what was always so. */
  readonly isHarsh: boolean;
}

export const change = (kind: ChangeKind, tag: string, place: string, parts: Partial<Change>): Change => ({
  kind,
  tag: `${kind} ${tag}`,
  place,
  edits: [],
  input: [],
  moved: [],
  faults: [],
  without: null,
  isHarsh: false,
  ...parts,
});

/** A recorded world with changes; null where two of them are of one place. */
export function worldWith(base: number, input: Json, changes: readonly Change[], seed: number): World | null {
  const places = new Set(changes.map(({ place }) => place));
  if (places.size < changes.length) return null;
  for (const one of places) for (const other of places) if (one !== other && other.startsWith(`${one}/`)) return null;
  return {
    base,
    input: changes.flatMap((each) => each.input).reduce((here, { path, value }) => withPlace(here, path, value), input),
    shiftMs: 0,
    edits: changes.flatMap((each) => each.edits),
    moved: changes.flatMap((each) => each.moved),
    faults: changes.flatMap((each) => each.faults),
    seed,
  };
}

/** A value with another one at a path; `undefined` takes the member away. */
export function withPlace(value: Json, path: Path, inner: Json | undefined): Json {
  const [step, ...rest] = path;
  if (step === undefined) return inner ?? null;
  if (Array.isArray(value)) return (value as readonly Json[]).map((each, at) => (at === step ? withPlace(each, rest, inner) : each));
  const object = (typeof value === 'object' && value !== null ? value : {}) as { readonly [key: string]: Json };
  if (rest.length === 0 && inner === undefined) return Object.fromEntries(Object.entries(object).filter(([key]) => key !== step));
  return { ...object, [step]: withPlace(object[step] ?? null, rest, inner) };
}
