import type { TextGroup } from './text-group'

/** Returns the texts of a language for an export of a file of `app/text`, which is given in English. */
export type Language = <T extends TextGroup>(file: string, name: string, english: T) => T

const english: Language = (_file, _name, texts) => texts

let readCurrent: () => Language | undefined = () => undefined

/** Returns the language of the request that the server renders a page for, or of the page in the browser. */
export const currentLanguage = (): Language => readCurrent() ?? english

/**
 * Sets the source of the current language. All requests share the modules of the server: there, `source` must
 * find the request by itself.
 */
export function readLanguageFrom(source: () => Language | undefined): void {
  readCurrent = source
}
