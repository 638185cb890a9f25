import { equal, mac } from '~~/server/secrets/secrets'

const MAC_BYTES = 16

/** A client as it registered itself. None of its fields is verified. */
export interface OAuthClient {
  name: string
  redirectUris: string[]
}

/**
 * Returns the id of a client: base64url of its name, its redirect URLs and a truncated HMAC-SHA256 of these.
 * The server stores no clients, so that clients without an account cannot fill a table.
 */
export function clientIdOf({ name, redirectUris }: OAuthClient): string {
  const bytes = Buffer.from(JSON.stringify([name, ...redirectUris]))
  return Buffer.concat([bytes, signatureOf(bytes)]).toString('base64url')
}

/**
 * Returns the client that an id describes. Returns null if the id was made by another server or with another
 * `AUTH_SECRET`.
 */
export function readClientId(id: string): OAuthClient | null {
  const bytes = Buffer.from(id, 'base64url')
  const text = bytes.subarray(0, -MAC_BYTES)
  if (bytes.toString('base64url') !== id || !equal(signatureOf(text), bytes.subarray(-MAC_BYTES))) return null
  const [name = '', ...redirectUris] = JSON.parse(text.toString()) as string[]
  return { name, redirectUris }
}

/**
 * Returns the truncated HMAC. The purpose `oauth client` is part of every id that was ever issued: do not
 * change it.
 */
const signatureOf = (text: Buffer) => mac('oauth client', text).subarray(0, MAC_BYTES)
