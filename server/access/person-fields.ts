import { APIError } from 'better-auth/api'
import { limits } from '#shared/contract/kit/limits'

/**
 * Checks the name and picture of a person at sign-up and in later changes. Throws the library's error, which
 * names the field.
 */
export function assertPerson(body: unknown): void {
  const { name, image } = (body ?? {}) as { name?: unknown; image?: unknown }
  const broken = { name: nameRule(name), image: imageRule(image) }
  for (const [field, rule] of Object.entries(broken))
    if (rule)
      throw new APIError('UNPROCESSABLE_ENTITY', { message: `"${field}" ${rule}.`, code: 'INVALID_REQUEST' })
}

/** The name is shown beside every comment and names a workspace. The library reports one that is not text. */
function nameRule(name: unknown): string | null {
  if (typeof name !== 'string' || (name.trim() !== '' && name.length <= limits.personName)) return null
  return `must have 1 to ${limits.personName} characters`
}

/** The address is loaded by the browsers of other people: https only, and short. Null removes the picture. */
function imageRule(image: unknown): string | null {
  if (image === undefined || image === null) return null
  if (typeof image !== 'string') return 'must be a string or null'
  if (Buffer.byteLength(image) > limits.personImageBytes)
    return `must have at most ${limits.personImageBytes} bytes`
  return /^https:\/\/\S+$/i.test(image) && URL.canParse(image) ? null : 'must be an https address'
}
