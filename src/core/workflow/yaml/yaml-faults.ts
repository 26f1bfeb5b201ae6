import type { YAMLError } from 'yaml';

/**
 * What YAML's own error codes mean to the author of a workflow, and what to do. Where no `message` stands, the library's is
 * plain enough. A code that the library adds one day is a type error here.
 */
export const yamlFaults: Readonly<Record<YAMLError['code'], { readonly message?: string; readonly hint?: string }>> = {
  ALIAS_PROPS: { hint: 'an alias stands alone: put the anchor or tag where the value is written' },
  BAD_ALIAS: { hint: 'a text that begins with * or & must be quoted' },
  BAD_DIRECTIVE: { hint: 'a text that begins with % must be quoted' },
  BAD_DQ_ESCAPE: { hint: "double the backslash, or use single quotes: '…'" },
  BAD_INDENT: { hint: 'keys of one map begin in the same column, and every bracket is closed' },
  BAD_PROP_ORDER: { hint: 'anchors and tags stand right before the value' },
  BAD_SCALAR_START: { hint: 'a text that begins with @ or ` must be quoted' },
  BLOCK_AS_IMPLICIT_KEY: {
    message: 'a second key on one line',
    hint: 'a text with ": " in it must be quoted, or begin on the next line after |',
  },
  BLOCK_IN_FLOW: { hint: 'inside [ ] and { } write lists and maps with brackets too' },
  DUPLICATE_KEY: {},
  IMPOSSIBLE: {},
  KEY_OVER_1024_CHARS: { hint: 'is this text meant to be a value?' },
  MISSING_CHAR: { hint: 'is a colon, a comma, a quote or a bracket missing?' },
  MULTILINE_IMPLICIT_KEY: { message: 'this line is no "key: value"', hint: 'a text of several lines begins on the next line after |' },
  MULTIPLE_ANCHORS: { hint: 'a text that begins with & must be quoted' },
  MULTIPLE_DOCS: {},
  MULTIPLE_TAGS: { hint: 'a text that begins with ! must be quoted' },
  NON_STRING_KEY: {},
  RESOURCE_EXHAUSTION: {},
  TAB_AS_INDENT: { message: 'a tab can not indent in YAML', hint: 'use blanks' },
  TAG_RESOLVE_FAILED: { hint: 'a text that begins with ! must be quoted' },
  UNEXPECTED_TOKEN: { hint: 'a text with special characters must be quoted, or begin on the next line after |' },
  BAD_COLLECTION_TYPE: { hint: 'this tag wants another kind of value' },
};

/** `key: {{name}} …` or `key: *text …`: YAML reads a map or an alias and stumbles over what follows. */
const unquoted = /^[^'"#]*[:-]\s+(\{\{|[*&!])/;

/** The hint for a fault in this line of the text. */
export function faultHint(code: YAMLError['code'], line: string): string | undefined {
  const [, beginning] = unquoted.exec(line) ?? [];
  const { hint } = yamlFaults[code];
  return beginning === '{{' || (beginning !== undefined && code === 'UNEXPECTED_TOKEN')
    ? `a text that begins with ${beginning} must be quoted`
    : hint;
}
