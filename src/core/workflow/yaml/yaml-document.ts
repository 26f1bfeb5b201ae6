import { utf8ToBytes } from '@noble/hashes/utils.js';
import { Composer, type CST, type Document, isScalar, Lexer, type ParsedNode, Parser } from 'yaml';
import { shown, visible } from '../../model/shown-text.ts';
import { lineText, positionOf } from '../../model/source-text.ts';
import type { Diagnoses } from '../diagnoses/diagnoses.ts';
import { faultHint, yamlFaults } from './yaml-faults.ts';

const longestTextBytes = 1024 * 1024;

/** A workflow is six levels deep. Past this the library's recursion would end in a stack overflow, not in words. */
export const deepestNesting = 100;

/** What the words about a text must know of the kind of file it is. */
export interface FileKind {
  /** What one file holds one of. */
  readonly noun: string;
  /** How one begins, as a hint says it. */
  readonly beginning: string;
  /** Whether a file of nothing says something: that there is nothing to say. */
  readonly mayBeEmpty: boolean;
}

/** The value of the one document in a text; null where it can not be read, which is then among the diagnoses, or is empty and may be. */
export function readYaml(diagnoses: Diagnoses, kind: FileKind): ParsedNode | null {
  if (isTooLarge(diagnoses) || hasControlCharacters(diagnoses)) return null;
  const tokens = firstDocumentTokens(diagnoses, kind);
  if (tokens === null) return null;
  // What the library would resolve is read from the source text instead; its own search for duplicate keys is quadratic.
  const composer = new Composer({ schema: 'core', resolveKnownTags: false, uniqueKeys: false, logLevel: 'silent' });
  const [document] = composer.compose(tokens);
  if (document === undefined || (isEmpty(document) && document.errors.length === 0)) {
    if (!kind.mayBeEmpty) diagnoses.report('workflow/empty', { start: 0, end: 0 }, `the file holds no ${kind.noun}`, kind.beginning);
    return null;
  }
  reportFaults(document as Document.Parsed, diagnoses);
  return diagnoses.hasErrors && document.errors.length > 0 ? null : document.contents;
}

function isTooLarge(diagnoses: Diagnoses): boolean {
  const { text } = diagnoses.source;
  // No text has fewer bytes than UTF-16 units, and none more than three for each: most need no counting.
  if (text.length * 3 <= longestTextBytes) return false;
  if (text.length <= longestTextBytes && utf8ToBytes(text).length <= longestTextBytes) return false;
  diagnoses.report(
    'workflow/too-large',
    { start: 0, end: 0 },
    'the file is larger than 1 MiB',
    'keep long texts in files that a command reads',
  );
  return true;
}

/** All that YAML calls not printable, but for halves of surrogate pairs, which no decoded file has. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const controls = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f\x80-\x84\x86-\x9f\ufffe\uffff]/g;

function hasControlCharacters(diagnoses: Diagnoses): boolean {
  let line = 0;
  for (const { index, 0: character } of diagnoses.source.text.matchAll(controls)) {
    const place = { start: index, end: index + 1 };
    if (positionOf(diagnoses.source, place).line === line) continue;
    line = positionOf(diagnoses.source, place).line;
    const code = character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
    diagnoses.report(
      'workflow/control-character',
      place,
      `the control character U+${code} may not stand in YAML`,
      'delete it; is this a text file?',
    );
  }
  return line > 0;
}

/** Reads up to a second document, which is an error where it begins. Null where the brackets nest too deep. */
function firstDocumentTokens(diagnoses: Diagnoses, kind: FileKind): CST.Token[] | null {
  const parser = new Parser();
  const tokens: CST.Token[] = [];
  let documents = 0;
  const take = (some: Iterable<CST.Token>): boolean => {
    for (const token of some) {
      if (token.type === 'document' && ++documents > 1) {
        reportSecondDocument(token, diagnoses, kind);
        return false;
      }
      tokens.push(token);
    }
    return true;
  };
  for (const lexeme of new Lexer().lex(diagnoses.source.text)) {
    if (!take(parser.next(lexeme))) return tokens;
    if (parser.stack.length > deepestNesting) {
      const place = { start: parser.offset - 1, end: parser.offset };
      diagnoses.report(
        'workflow/too-deep',
        place,
        `lists and maps nest more than ${deepestNesting} levels deep`,
        `a ${kind.noun} needs no more than six`,
      );
      return null;
    }
  }
  take(parser.end());
  return tokens;
}

function reportSecondDocument(document: CST.Document, diagnoses: Diagnoses, { noun }: FileKind): void {
  const mark = document.start.find(({ type }) => type === 'doc-start');
  const start = mark?.offset ?? document.offset;
  diagnoses.report(
    'workflow/second-document',
    { start, end: start + 3 },
    `a second document begins here; a file holds one ${noun}`,
    'delete it, or make it a file of its own',
  );
}

const isEmpty = ({ contents }: { contents: unknown }): boolean => contents === null || (isScalar(contents) && contents.value === null);

/** The library's words, some of which quote the text as it is. */
const plain = (message: string): string => visible(`${message.charAt(0).toLowerCase()}${message.slice(1, 120)}`);

/** One fault a line: those that follow on the same line are mostly its consequences. */
function reportFaults(document: Document.Parsed, diagnoses: Diagnoses): void {
  let lastLine = 0;
  for (const { code, message, pos } of document.errors.toSorted((a, b) => a.pos[0] - b.pos[0])) {
    const place = { start: pos[0], end: pos[1] };
    const { line } = positionOf(diagnoses.source, place);
    if (line === lastLine) continue;
    lastLine = line;
    diagnoses.report(
      'workflow/syntax',
      place,
      yamlFaults[code].message ?? plain(message),
      faultHint(code, lineText(diagnoses.source, line)),
    );
  }
  for (const { code, pos } of document.warnings) {
    if (code !== 'TAG_RESOLVE_FAILED') continue;
    const tag = diagnoses.source.text.slice(...pos);
    diagnoses.report(
      'workflow/ignored-tag',
      { start: pos[0], end: pos[1] },
      `the tag ${shown(tag)} means nothing here; the value counts as if it were not there`,
      'delete it, or quote the text',
    );
  }
}
