import { currentLanguage } from './current-language'
import type { TextGroup } from './text-group'

/**
 * Declares the English texts of the export `name` of the file `app/text/{file}.ts`. The returned object reads
 * the texts in the language of the request or page (`current-language.ts`), so no text may be read while a
 * module is loaded.
 * @__NO_SIDE_EFFECTS__
 */
export function defineText<T extends TextGroup>(file: string, name: string, english: T): T {
  return new Proxy(english, {
    get: (_, key) => Reflect.get(currentLanguage()(file, name, english), key),
  })
}
