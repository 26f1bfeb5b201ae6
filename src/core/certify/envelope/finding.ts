/** Where something is other than all that was covered, and how, for people. */
export interface Finding {
  /** As code would write it: `$.items[2].at`. */
  readonly path: string;
  readonly why: string;
}
