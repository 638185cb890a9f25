import { seal, unsealOrNull } from '~~/server/secrets/secrets'

/** The key that encrypts tokens at rest is derived for this purpose. */
const purpose = 'forge'
const HINT_LENGTH = 4

export const sealToken = (token: string): string => seal(purpose, token)

/** Decrypts a stored token; null when `AUTH_SECRET` has changed since. */
export const unsealToken = (sealed: string): string | null => unsealOrNull(purpose, sealed)

/** Returns the end of a token, by which people recognise it; nothing of one so short that it would help. */
export const hintOf = (token: string): string =>
  token.length >= HINT_LENGTH * 4 ? token.slice(-HINT_LENGTH) : ''
