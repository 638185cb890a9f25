import { encrypt, decryptOrNull } from '~~/server/secrets/secrets'

/** The purpose of the key that encrypts tokens of share links. */
const purpose = 'share-link'

export const encryptShareToken = (token: string): string => encrypt(purpose, token)

/** Decrypts a stored token. Returns null if `AUTH_SECRET` was changed after the token was stored. */
export const decryptShareToken = (encrypted: string): string | null => decryptOrNull(purpose, encrypted)
