/** What a module and a report say beside schema and dialect. */
export interface Note {
  /** The member of the dialect or the path of a field, such as `accounts.name`. */
  readonly topic: string;
  readonly text: string;
}
