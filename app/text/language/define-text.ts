import { currentLanguage } from './current-language'
import type { TextGroup } from './text-group'

/**
 * Declares the English texts of the export `name` in the file `app/text/{file}.ts`. The returned object
 * returns the texts in the current language of the request or page (`current-language.ts`). Therefore no text
 * may be read while modules load.
 * @__NO_SIDE_EFFECTS__
 */
export function defineText<T extends TextGroup>(file: string, name: string, english: T): T {
  return new Proxy(english, {
    get: (_, key) => Reflect.get(currentLanguage()(file, name, english), key),
  })
}
