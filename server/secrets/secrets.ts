import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hash,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
  type KeyObject,
} from 'node:crypto'
import { settings } from '~~/server/settings'

/** Returns the SHA-256 of a text in hex. Tokens are looked up by this hash. */
export function sha256(text: string): string {
  return hash('sha256', text)
}

/** Returns a new secret of 32 URL-safe characters (192 random bits). */
export function newSecret(): string {
  return randomBytes(24).toString('base64url')
}

/** The prefix of every agent token. Secret scanners recognize tokens by this prefix. */
export const tokenPrefix = 'svc_'

const keys = new Map<string, Buffer>()

/** Returns the key for a purpose, derived from `AUTH_SECRET` (HKDF, RFC 5869). */
export function derivedKey(purpose: string): Buffer {
  const known = keys.get(purpose)
  if (known) return known
  const key = Buffer.from(hkdfSync('sha256', settings().authSecret, 'exhibit', purpose, 32))
  keys.set(purpose, key)
  return key
}

/** The HMAC keys are cached, since Node takes longer to create a key object than to compute an HMAC. */
const macKeys = new Map<string, KeyObject>()

/** Returns the HMAC-SHA256 of data, with the key that is derived for a purpose. */
export function mac(purpose: string, data: string | Buffer): Buffer {
  const key = macKeys.get(purpose) ?? createSecretKey(derivedKey(purpose))
  macKeys.set(purpose, key)
  return createHmac('sha256', key).update(data).digest()
}

/** Compares buffers in constant time. Buffers of different lengths are unequal. */
export function equal(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b)
}

/**
 * Returns whether two secrets are equal. Their hashes are compared, so that the duration of the comparison
 * reveals nothing about them.
 */
export function isSameSecret(a: string, b: string): boolean {
  return equal(Buffer.from(sha256(a)), Buffer.from(sha256(b)))
}

/**
 * Encrypts text for storage (AES-256-GCM). Returns the nonce, the tag and the ciphertext as one base64
 * string.
 */
export function encrypt(purpose: string, text: string): string {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', derivedKey(purpose), nonce)
  const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]).toString('base64')
}

/**
 * Decrypts a text that {@link encrypt} returned. Returns null if this fails, for example because
 * `AUTH_SECRET` was changed.
 */
export function decryptOrNull(purpose: string, encrypted: string): string | null {
  try {
    return decrypt(purpose, encrypted)
  } catch {
    return null
  }
}

/**
 * Decrypts a text that {@link encrypt} returned. Throws if the text was encrypted with another secret or was
 * changed.
 */
export function decrypt(purpose: string, encrypted: string): string {
  const bytes = Buffer.from(encrypted, 'base64')
  const decipher = createDecipheriv('aes-256-gcm', derivedKey(purpose), bytes.subarray(0, 12))
  decipher.setAuthTag(bytes.subarray(12, 28))
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
}
