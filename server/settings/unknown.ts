import { distance } from 'fastest-levenshtein'
import { Environment } from './environment'

/**
 * The minimum length, in characters, of a variable name that is compared with the names of settings. Shorter
 * names are not compared, because they would often match variables of other programs.
 */
const MIN_LENGTH = 5
/**
 * A variable name with at least this number of characters may differ from the name of a setting in two
 * letters. A shorter name may differ in one letter.
 */
const LONG = 8

/** An environment variable that is not a setting, and the setting whose name is most similar. */
export interface UnknownSetting {
  name: string
  nearest: string
}

/** Returns the environment variables that are not settings, but whose names are similar to a setting. */
export function unknownSettings(env: Record<string, string | undefined>): UnknownSetting[] {
  const known = Object.keys(Environment.shape)
  return Object.keys(env).flatMap(name => {
    if (known.includes(name) || !env[name]) return []
    const nearest = known
      .map(each => ({ each, difference: distance(letters(name), letters(each)) }))
      .toSorted((a, b) => a.difference - b.difference)[0]
    const isMeant = nearest && nearest.difference <= allowed(letters(name))
    return isMeant ? { name, nearest: nearest.each } : []
  })
}

const letters = (name: string) => name.toUpperCase().replace(/[^A-Z\d]/g, '')

function allowed({ length }: string): number {
  if (length < MIN_LENGTH) return 0
  return length < LONG ? 1 : 2
}

/** Returns a sentence about an unknown setting for the log. */
export const describeUnknown = ({ name, nearest }: UnknownSetting) =>
  `${name} is not a setting and has no effect; did you mean ${nearest}?`
