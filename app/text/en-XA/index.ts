import type { Language } from '../language/current-language'
import type { Text, TextGroup } from '../language/text-group'

const consonants = 'bcdfghjklmnpqrstvwxyzBCDFGHJKLMNPQRSTVWXYZ'
const markedConsonants = 'ƀçďƒğĥĵķľɱñþɋŕšţṽŵẋýžƁÇĎƑĞĤĴĶĽṀÑÞɊŔŠŢṼŴẊÝŽ'
const vowels = 'aeiouAEIOU'
const markedVowels = 'àèìòùÀÈÌÒÙ'

const made = new WeakMap<object, TextGroup>()

export const direction = 'ltr'

/**
 * A language for tests that is made from English: "Save" becomes "[Šààṽèè]". Its letters have accents, so a
 * text that is shown without accents is not in `app/text`. Its words are a third longer, as in other
 * languages. Its brackets show whether a text is cut off (docs/translating.md).
 */
export const language: Language = <T extends TextGroup>(_: string, __: string, english: T): T => {
  const texts = made.get(english) ?? pseudoGroup(english)
  made.set(english, texts)
  return texts as T
}

const pseudoGroup = (group: TextGroup): TextGroup =>
  Object.fromEntries(Object.entries(group).map(([name, text]) => [name, pseudoText(text)]))

function pseudoText(text: Text): Text {
  if (typeof text === 'string') return marked(text, [])
  if (isList(text)) return text.map(pseudoText)
  if (typeof text !== 'function') return pseudoGroup(text)
  return (...values: never[]) => marked(text(...values), values)
}

const isList = (text: Text): text is readonly Text[] => Array.isArray(text)

/** Adds accents to a text, except to the `{names}` of slots and to inserted values. */
function marked(english: string, values: readonly unknown[]): string {
  if (english === '') return ''
  const inserted = values
    .flat()
    .filter(each => typeof each === 'string' && each !== '')
    .map(String)
    .toSorted((a, b) => b.length - a.length)
  const unmarked = new RegExp(
    `(${[...inserted.map(each => RegExp.escape(each)), /\{\w+\}/.source].join('|')})`,
  )
  // `split` puts the text that matched the group of the regular expression at the odd indices.
  const parts = english
    .split(unmarked)
    .map((part, index) => (index % 2 === 1 ? part : part.replace(/[a-z]/gi, markedLetter)))
  return `[${parts.join('')}]`
}

function markedLetter(letter: string): string {
  const vowel = vowels.indexOf(letter)
  return vowel < 0
    ? (markedConsonants[consonants.indexOf(letter)] ?? letter)
    : (markedVowels[vowel] ?? letter).repeat(2)
}
