import { seal, unsealOrNull } from '~~/server/secrets/secrets'

/** The purpose for which the key that encrypts tokens of share links is derived. */
const purpose = 'share-link'

export const sealShareToken = (token: string): string => seal(purpose, token)

/** Decrypts a stored token; null if `AUTH_SECRET` has changed since. */
export const unsealShareToken = (sealed: string): string | null => unsealOrNull(purpose, sealed)
