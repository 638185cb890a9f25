import { globSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { readLanguageFrom } from '~/text/language/current-language'
import { defineText } from '~/text/language/define-text'
import { language as pseudoLanguage } from '~/text/en-XA'
import { findLanguage } from '~/text/language/languages'
import { translated, type Translation } from '~/text/language/translation'

const files = import.meta.glob<Record<string, object>>('/app/text/*.ts', { eager: true })
const fileName = (path: string) => path.slice(path.lastIndexOf('/') + 1, -3)

afterEach(() => readLanguageFrom(() => undefined))

describe('the files of app/text', () => {
  it('each export of a file in app/text is declared with the names of the file and the export', () => {
    let read = ''
    readLanguageFrom(() => (file, name, english) => {
      read = `${file} ${name}`
      return english
    })
    for (const [path, exports] of Object.entries(files))
      for (const [name, texts] of Object.entries(exports)) {
        Reflect.get(texts, 'any')
        expect(read).toBe(`${fileName(path)} ${name}`)
      }
  })

  it('a translation contains all files of app/text', () => {
    // The type requires exactly these names.
    const names: Record<keyof Translation, true> = {
      'access': true,
      'admin': true,
      'annotation': true,
      'auth': true,
      'billing': true,
      'common': true,
      'compare-and-video': true,
      'evidence': true,
      'inbox': true,
      'integrations': true,
      'people': true,
      'project': true,
      'review': true,
      'review-dialogs': true,
      'settings': true,
      'share': true,
      'shell': true,
      'shell-dialogs': true,
      'stage': true,
      'thread': true,
    }
    expect(Object.keys(files).map(fileName).toSorted()).toEqual(Object.keys(names))
  })
})

it.each(globSync('app/text/*/index.ts').map(each => basename(dirname(each))))(
  'the folder %s of app/text is offered as a language',
  async tag => {
    const { direction, language } = (await findLanguage(tag)?.()) ?? {}
    expect(['ltr', 'rtl']).toContain(direction)
    expect(language?.('common', 'common', { save: 'Save' }).save).toBeTypeOf('string')
  },
)

describe('a text of the interface', () => {
  const text = defineText('common', 'common', {
    save: 'Save',
    rename: (name: string) => `Rename ${name}`,
    page: { title: 'Home' },
    units: ['bytes', 'KiB'],
  })

  it('an interface text is in English by default, and if the requested language is not offered', () => {
    expect([text.save, text.rename('Acme'), text.page.title]).toEqual(['Save', 'Rename Acme', 'Home'])
    for (const tag of ['en', 'xx', 'language', '../text/en-XA', '', undefined, 3])
      expect(findLanguage(tag)).toBeUndefined()
  })

  it('an interface text is read in the current language', () => {
    const german = { common: { common: { ...text, save: 'Speichern' } } } as unknown as Translation
    let isGerman = true
    readLanguageFrom(() => (isGerman ? translated(german) : undefined))
    expect(text.save).toBe('Speichern')
    isGerman = false
    expect(text.save).toBe('Save')
  })

  it('the pseudo-language adds accents, length and brackets to a text, but not to its values', () => {
    readLanguageFrom(() => pseudoLanguage)
    expect(text.save).toBe('[Šààṽèè]')
    expect(text.rename('Rename it')).toBe('[Ŕèèñààɱèè Rename it]')
    expect(text.page.title).toBe('[Ĥòòɱèè]')
    expect(text.units).toEqual(['[ƀýţèèš]', '[ĶììƁ]'])
    const slots = defineText('common', 'common', { by: 'By {person}', none: '' })
    expect([slots.by, slots.none]).toEqual(['[Ɓý {person}]', ''])
  })
})
