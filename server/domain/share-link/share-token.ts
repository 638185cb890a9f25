import { seal, unsealOrNull } from '~~/server/secrets/secrets'

/** The purpose of the key that encrypts tokens of share links. */
const purpose = 'share-link'

export const sealShareToken = (token: string): string => seal(purpose, token)

/** Decrypts a stored token. Returns null if `AUTH_SECRET` was changed after the token was stored. */
export const unsealShareToken = (sealed: string): string | null => unsealOrNull(purpose, sealed)
