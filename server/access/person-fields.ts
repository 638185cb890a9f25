import { APIError } from 'better-auth/api'
import { limits } from '#shared/contract/kit/limits'

/**
 * Checks what a person says of themselves at sign-up and later. Throws the library's error, which names the
 * field.
 */
export function assertPerson(body: unknown): void {
  const { name, image } = (body ?? {}) as { name?: unknown; image?: unknown }
  const broken = { name: nameRule(name), image: imageRule(image) }
  for (const [field, rule] of Object.entries(broken))
    if (rule)
      throw new APIError('UNPROCESSABLE_ENTITY', { message: `"${field}" ${rule}.`, code: 'INVALID_REQUEST' })
}

/** A name is shown beside every comment and names a workspace. The library reports one that is not text. */
function nameRule(name: unknown): string | null {
  if (typeof name !== 'string' || (name.trim() !== '' && name.length <= limits.personName)) return null
  return `must have 1 to ${limits.personName} characters`
}

/** Browsers of other people load the picture: https only, and short. Null removes it. */
function imageRule(image: unknown): string | null {
  if (image === undefined || image === null) return null
  if (typeof image !== 'string') return 'must be a string or null'
  if (Buffer.byteLength(image) > limits.personImageBytes)
    return `must have at most ${limits.personImageBytes} bytes`
  return /^https:\/\/\S+$/i.test(image) && URL.canParse(image) ? null : 'must be an https address'
}
