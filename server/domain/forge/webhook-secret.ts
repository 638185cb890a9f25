import { createHmac } from 'node:crypto'
import type { ForgeKind } from '#shared/forge/dialects'
import { isSameSecret, newSecret, encrypt, decryptOrNull } from '~~/server/secrets/secrets'

/** The purpose of the key that encrypts the secrets of the forges' webhooks. */
const purpose = 'forge-webhook'

/** Returns a new secret for the webhook of a forge, and the form in which it is stored. */
export function newWebhookSecret(): { secret: string; encrypted: string } {
  const secret = newSecret()
  return { secret, encrypted: encrypt(purpose, secret) }
}

/**
 * Returns whether an event was sent by a forge that knows a stored secret. GitLab sends the secret itself;
 * the other forges send the HMAC-SHA256 of the body in hex, older versions of Gitea only in a header of their
 * own. Compares in constant time. Returns false if the secret cannot be decrypted.
 */
export function isSentWith(
  encrypted: string,
  kind: ForgeKind,
  text: string,
  header: (name: string) => string | undefined,
): boolean {
  const secret = decryptOrNull(purpose, encrypted)
  if (secret === null) return false
  if (kind === 'gitlab') return isSameSecret(header('x-gitlab-token') ?? '', secret)
  const given = header('x-hub-signature-256') ?? `sha256=${header('x-gitea-signature')}`
  return isSameSecret(given, `sha256=${createHmac('sha256', secret).update(text).digest('hex')}`)
}
