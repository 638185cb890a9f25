import { seal, unseal } from '~~/server/access/secrets'

/** The key that encrypts tokens at rest is derived for this purpose. */
const purpose = 'forge'
const HINT_LENGTH = 4

export const sealToken = (token: string): string => seal(purpose, token)

/** Decrypts a stored token; null when `AUTH_SECRET` has changed since. */
export function unsealToken(sealed: string): string | null {
  try {
    return unseal(purpose, sealed)
  } catch {
    return null
  }
}

/** Returns the end of a token, by which people recognise it; nothing of one so short that it would help. */
export const hintOf = (token: string): string =>
  token.length >= HINT_LENGTH * 4 ? token.slice(-HINT_LENGTH) : ''
