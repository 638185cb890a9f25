import { equal, mac } from './secrets'

/** The number of bytes of the MAC in an address. */
const TAG_BYTES = 18

const tagOf = (key: string): Buffer => mac('avatar', key).subarray(0, TAG_BYTES)

/**
 * Returns the address of a person's picture, a path on this server. It cannot be guessed, and changes with
 * the picture.
 */
export const avatarAddress = (userId: string, key: string): string =>
  `/api/avatars/${userId}/${tagOf(key).toString('base64url')}`

/** Returns whether the tag of an address belongs to the picture with a key. */
export const isTagOf = (key: string, tag: string): boolean => equal(tagOf(key), Buffer.from(tag, 'base64url'))
