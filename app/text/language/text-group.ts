/** A text, a function that inserts values into a text, a list of texts, or a group of texts. */
export type Text = string | ((...values: never[]) => string) | readonly Text[] | TextGroup
export interface TextGroup {
  readonly [name: string]: Text
}
