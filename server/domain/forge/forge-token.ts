import { encrypt, decryptOrNull } from '~~/server/secrets/secrets'

/** The purpose of the key that encrypts tokens of forges. */
const purpose = 'forge'
const HINT_LENGTH = 4

export const encryptToken = (token: string): string => encrypt(purpose, token)

/** Decrypts a stored token. Returns null if `AUTH_SECRET` was changed after the token was stored. */
export const decryptToken = (encrypted: string): string | null => decryptOrNull(purpose, encrypted)

/**
 * Returns the last characters of a token, by which people recognize it. Returns an empty text for a short
 * token, since the characters would help to guess it.
 */
export const hintOf = (token: string): string =>
  token.length >= HINT_LENGTH * 4 ? token.slice(-HINT_LENGTH) : ''
