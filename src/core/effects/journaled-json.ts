import type { Json } from '../model/json.ts';
import type { PrimitiveDeclaration } from './declaration.ts';
import { pointerParts, withAtPointer } from './json-pointer.ts';
import { withTexts } from './mapped-json.ts';

/** What stands in place of an argument or a result that is declared to be redacted. It does not tell two of them apart: a digest could be guessed at. */
const redactedMark: Json = { $redacted: true };

const below = '/result';

/** Arguments as they stand in the journal. `clean` takes the values of secrets out of a text. */
export const journaledArguments = (
  declaration: Pick<PrimitiveDeclaration, 'redacted'>,
  args: readonly Json[],
  clean: (text: string) => string,
): readonly Json[] =>
  withTexts(
    marked(
      args,
      declaration.redacted.filter((pointer) => !isOfResult(pointer)),
    ),
    clean,
  ) as readonly Json[];

/** A result as it stands in the journal, and as code is given it. */
export const journaledResult = (declaration: Pick<PrimitiveDeclaration, 'redacted'>, value: Json, clean: (text: string) => string): Json =>
  withTexts(
    marked(
      value,
      declaration.redacted.filter(isOfResult).map((pointer) => pointer.slice(below.length)),
    ),
    clean,
  );

export const isOfResult = (pointer: string): boolean => pointer === below || pointer.startsWith(`${below}/`);

const marked = (value: Json, pointers: readonly string[]): Json =>
  pointers.reduce((here: Json, pointer) => withAtPointer(here, pointerParts(pointer) as string[], redactedMark), value);
