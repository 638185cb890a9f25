import { equal, mac } from './secrets'

/** Bytes of the MAC in an address. */
const TAG_BYTES = 18

const tagOf = (key: string): Buffer => mac('avatar', key).subarray(0, TAG_BYTES)

/**
 * Returns the address of a person's picture, a path of this site. It cannot be guessed, and another picture
 * has another one.
 */
export const avatarAddress = (userId: string, key: string): string =>
  `/api/avatars/${userId}/${tagOf(key).toString('base64url')}`

/** Returns whether an address with this tag is that of the picture with a key. */
export const isTagOf = (key: string, tag: string): boolean => equal(tagOf(key), Buffer.from(tag, 'base64url'))
