import { defineText } from './define-text'

/** What a browser or program is called in which a person is signed in. */
export const text = defineText({
  /** The names of a browser and a system. */
  browserOn: (browser: string, system: string) => `${browser} on ${system}`,
  unknown: 'Unknown device',
})
