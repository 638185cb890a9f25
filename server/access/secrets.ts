import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import { settings } from '~~/server/settings'

/** SHA-256, hex: how secrets are kept and looked up. */
export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** A secret of 32 URL-safe characters (192 random bits). */
export function newSecret(): string {
  return randomBytes(24).toString('base64url')
}

/** The prefix of every agent token, so that secret scanners know one when they see it. */
export const tokenPrefix = 'svc_'

const keys = new Map<string, Buffer>()

/** A key of its own for each use, derived from `AUTH_SECRET` (HKDF, RFC 5869). */
export function derivedKey(purpose: string): Buffer {
  const known = keys.get(purpose)
  if (known) return known
  const key = Buffer.from(hkdfSync('sha256', settings().authSecret, 'exhibit', purpose, 32))
  keys.set(purpose, key)
  return key
}

/** HMAC-SHA256 under the key of a purpose. */
export function mac(purpose: string, data: string | Buffer): Buffer {
  return createHmac('sha256', derivedKey(purpose)).update(data).digest()
}

/** Compares in constant time; different lengths are unequal. */
export function equal(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b)
}

/** Encrypts text at rest (AES-256-GCM): nonce, tag and ciphertext as base64. */
export function seal(purpose: string, text: string): string {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', derivedKey(purpose), nonce)
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64')
}

/** Reverses {@link seal}. Throws when the text was sealed under another secret or was changed. */
export function unseal(purpose: string, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64')
  const decipher = createDecipheriv('aes-256-gcm', derivedKey(purpose), bytes.subarray(0, 12))
  decipher.setAuthTag(bytes.subarray(12, 28))
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
}
