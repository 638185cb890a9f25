import type { Language } from './current-language'
import type { Translation } from './translation'

interface OfferedLanguage {
  readonly direction: 'ltr' | 'rtl'
  /** Loads all texts of the language together. English is not loaded this way. */
  readonly load: () => Promise<Language>
}

/** The languages in addition to English, by their BCP 47 tags. */
const offered: Readonly<Record<string, OfferedLanguage>> = {
  // A language for tests. It makes visible which texts cannot be translated or do not fit:
  // docs/translating.md.
  'en-XA': { direction: 'ltr', load: async () => (await import('./pseudo-language')).pseudoLanguage },
}

/** Returns the language with a tag; undefined for English and for languages that are not offered. */
export const findLanguage = (tag: unknown): OfferedLanguage | undefined =>
  typeof tag === 'string' && Object.hasOwn(offered, tag) ? offered[tag] : undefined

/** Returns the language whose texts are in a folder of `app/text`. */
export function translated(translation: Translation): Language {
  return (file, name) => Reflect.get(Reflect.get(translation, file), name)
}
