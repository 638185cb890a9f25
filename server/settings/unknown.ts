import { distance } from 'fastest-levenshtein'
import { Environment } from './environment'

/** A shorter name is similar to many variables of other programs. */
const MIN_LENGTH = 5
/** The length from which two letters may differ; in a shorter name one may. */
const LONG = 8

/** A variable that is not a setting, and the setting that was probably meant. */
export interface UnknownSetting {
  name: string
  nearest: string
}

/** Returns the variables of an environment whose names are similar to those of settings. */
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

/** Describes an unknown setting in a sentence. */
export const describeUnknown = ({ name, nearest }: UnknownSetting) =>
  `${name} is not a setting and has no effect; did you mean ${nearest}?`
