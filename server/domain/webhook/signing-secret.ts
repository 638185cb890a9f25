import { createHmac, randomBytes } from 'node:crypto'
import { encrypt, decrypt } from '~~/server/secrets/secrets'

const prefix = 'whsec_'
/** The purpose of the key that encrypts signing secrets. */
const purpose = 'webhook'

/**
 * Returns a new signing secret in the format of Standard Webhooks: `whsec_` and 24 random bytes as base64.
 */
export const newSigningSecret = (): string => prefix + randomBytes(24).toString('base64')

export const encryptSecret = (secret: string): string => encrypt(purpose, secret)

/** Decrypts a stored secret. Throws if `AUTH_SECRET` was changed after the secret was stored. */
export const decryptSecret = (encrypted: string): string => decrypt(purpose, encrypted)

/**
 * Returns the value of the header `webhook-signature`: one HMAC-SHA256 for each secret, separated by spaces
 * (https://github.com/standard-webhooks/standard-webhooks, "Signature scheme"). `timestamp` is the time of
 * the attempt, in seconds.
 */
export function signMessage(secrets: string[], id: string, timestamp: number, body: string): string {
  return secrets
    .map(secret => {
      const key = Buffer.from(secret.slice(prefix.length), 'base64')
      return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
    })
    .join(' ')
}
