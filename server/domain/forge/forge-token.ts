import { seal, unsealOrNull } from '~~/server/secrets/secrets'

/** The purpose for which the key that encrypts tokens is derived. */
const purpose = 'forge'
const HINT_LENGTH = 4

export const sealToken = (token: string): string => seal(purpose, token)

/** Decrypts a stored token; null if `AUTH_SECRET` has changed since. */
export const unsealToken = (sealed: string): string | null => unsealOrNull(purpose, sealed)

/**
 * Returns the last characters of a token, by which people recognise it; empty for a token so short that they
 * would help to guess it.
 */
export const hintOf = (token: string): string =>
  token.length >= HINT_LENGTH * 4 ? token.slice(-HINT_LENGTH) : ''
