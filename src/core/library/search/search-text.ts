/** What of an entry of the library is searched, a function or a piece of guidance alike. */
export interface SearchText {
  /** Unique in an index; well-formed Unicode. */
  readonly id: string;
  /** A name of code or a title. Split where small letters meet capitals, so `sendInvoice` is two words. */
  readonly name: string;
  readonly description: string;
  /** Names of the parameters; empty for guidance. */
  readonly parameters: readonly string[];
  /** What people asked when the entry was used, oldest first. Each counts as a text of its own. */
  readonly pastRequests: readonly string[];
}
