import { equal, mac } from './secrets'

/** The number of bytes of the MAC in the URL of a picture. */
const TAG_BYTES = 18

const tagOf = (key: string): Buffer => mac('avatar', key).subarray(0, TAG_BYTES)

/**
 * Returns the URL path of a person's picture. It cannot be guessed, and it changes when the picture changes.
 */
export const avatarAddress = (userId: string, key: string): string =>
  `/api/avatars/${userId}/${tagOf(key).toString('base64url')}`

/** Returns whether the tag in a URL is the MAC of a picture's storage key. */
export const isTagOf = (key: string, tag: string): boolean => equal(tagOf(key), Buffer.from(tag, 'base64url'))
