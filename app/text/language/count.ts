import { localFormats } from './local-formats'

/**
 * Formats a number with the local thousands separators and decimal separator. Until hydration, the format is
 * "12,345".
 */
export const formatCount = (count: number): string =>
  localFormats()?.count(count) ?? String(count).replace(/\B(?=(\d{3})+$)/g, ',')

const words = 'no one two three four five six seven eight nine ten eleven twelve'.split(' ')

/** Writes a count for a sentence: the English word up to twelve, then the formatted number. */
export const countWord = (count: number): string => words[count] ?? formatCount(count)

/** Returns a sentence that begins with a capital letter. */
export const capitalized = (sentence: string): string => sentence.charAt(0).toUpperCase() + sentence.slice(1)

/** Formats a count with its English noun: "1 review", "3 reviews". */
export function pluralize(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`
}
