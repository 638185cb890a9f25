import { seal, unsealOrNull } from '~~/server/secrets/secrets'

/** The key that encrypts tokens of share links at rest is derived for this purpose. */
const purpose = 'share-link'

export const sealShareToken = (token: string): string => seal(purpose, token)

/** Decrypts a stored token; null when `AUTH_SECRET` has changed since. */
export const unsealShareToken = (sealed: string): string | null => unsealOrNull(purpose, sealed)
