import type { Language } from './current-language'

/** The exports of the file `index.ts` in the folder of a language. */
interface LanguageFolder {
  readonly direction: 'ltr' | 'rtl'
  readonly language: Language
}

/**
 * The languages in addition to English. Each one is a folder of `app/text`, whose name is the BCP 47 tag of
 * the language. All texts of a language are loaded together, when a page is in that language.
 */
const folders = import.meta.glob<LanguageFolder>('../*/index.ts')

/**
 * Returns a function that loads the language with a tag; undefined for English and for languages that are not
 * offered.
 */
export const findLanguage = (tag: unknown): (() => Promise<LanguageFolder>) | undefined =>
  typeof tag === 'string' ? folders[`../${tag}/index.ts`] : undefined
