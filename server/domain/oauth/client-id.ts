import { equal, mac } from '~~/server/secrets/secrets'

const MAC_BYTES = 16

/** A client as it registered itself. None of its fields is verified. */
export interface OAuthClient {
  name: string
  redirectUris: string[]
}

/**
 * Returns the id of a client: base64url of its name and redirect addresses with a truncated HMAC-SHA256 over
 * them. Nothing is stored, so that strangers cannot fill a table.
 */
export function clientIdOf({ name, redirectUris }: OAuthClient): string {
  const bytes = Buffer.from(JSON.stringify([name, ...redirectUris]))
  return Buffer.concat([bytes, signatureOf(bytes)]).toString('base64url')
}

/** Returns the client of an id; null if the id was made by another server or under another secret. */
export function readClientId(id: string): OAuthClient | null {
  const bytes = Buffer.from(id, 'base64url')
  const text = bytes.subarray(0, -MAC_BYTES)
  if (bytes.toString('base64url') !== id || !equal(signatureOf(text), bytes.subarray(-MAC_BYTES))) return null
  const [name = '', ...redirectUris] = JSON.parse(text.toString()) as string[]
  return { name, redirectUris }
}

/** The name of the key is part of every issued id: do not change it. */
const signatureOf = (text: Buffer) => mac('oauth client', text).subarray(0, MAC_BYTES)
