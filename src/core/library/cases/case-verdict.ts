/** What trying one case came to. */
export type CaseVerdict =
  | { readonly kind: 'agrees' }
  /** `got`: what it gave instead, in words that follow "this is". */
  | { readonly kind: 'differs'; readonly got: string }
  /** Its record does not answer what the code asks for: it says nothing for the code, and nothing against it. */
  | { readonly kind: 'inconclusive'; readonly why: string }
  /** Nothing was run. */
  | { readonly kind: 'not_run'; readonly why: string };
