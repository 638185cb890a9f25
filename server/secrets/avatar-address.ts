import { equal, mac } from './secrets'

/** The number of bytes of the MAC in the URL of a picture. */
const TAG_BYTES = 18

const tagOf = (key: string): Buffer => mac('avatar', key).subarray(0, TAG_BYTES)

/**
 * Returns the path of the URL of a person's picture. The path cannot be guessed, and it changes when the
 * picture changes.
 */
export const avatarAddress = (userId: string, key: string): string =>
  `/api/avatars/${userId}/${tagOf(key).toString('base64url')}`

/** Returns whether a tag from a URL is the right MAC for the storage key of a picture. */
export const isTagOf = (key: string, tag: string): boolean => equal(tagOf(key), Buffer.from(tag, 'base64url'))
