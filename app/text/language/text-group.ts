/** A text, a function that puts values into one, or several of them. */
export type Text = string | ((...values: never[]) => string) | readonly Text[] | TextGroup
export interface TextGroup {
  readonly [name: string]: Text
}
