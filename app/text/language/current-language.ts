import type { TextGroup } from './text-group'

/**
 * A language: a function that returns the texts for the export `name` of a file of `app/text`. `english`: the
 * same texts in English.
 */
export type Language = <T extends TextGroup>(file: string, name: string, english: T) => T

const english: Language = (_file, _name, texts) => texts

let readCurrent: () => Language | undefined = () => undefined

/**
 * Returns the current language: on the server, the language of the request; in the browser, the language of
 * the page.
 */
export const currentLanguage = (): Language => readCurrent() ?? english

/**
 * Sets the function that returns the current language. On the server, all requests share the modules, so
 * `source` must find the current request itself.
 */
export function readLanguageFrom(source: () => Language | undefined): void {
  readCurrent = source
}
