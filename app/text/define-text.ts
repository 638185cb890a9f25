/** A text, a function that puts values into one, or a group of them. */
type Text = string | ((...values: never[]) => string) | readonly Text[] | TextGroup
interface TextGroup {
  readonly [name: string]: Text
}

/**
 * Declares the texts of a part of the dashboard, in English. A translation is another object of the same
 * shape, and this function the place that chooses between them: docs/translating.md.
 */
export const defineText = <T extends TextGroup>(english: T): T => english
