import { APIError } from 'better-auth/api'
import { limits } from '#shared/contract/kit/limits'
import { isVisibleName, visibleName, visibleNameRule } from '#shared/text/names'

/**
 * Checks the name and picture of a person at sign-up and in later changes. Throws the authentication
 * library's error, which names the invalid field.
 */
export function assertPerson(body: unknown): undefined {
  const { name, image } = (body ?? {}) as { name?: unknown; image?: unknown }
  const broken = { name: nameRule(name), image: imageRule(image) }
  for (const [field, rule] of Object.entries(broken))
    if (rule)
      throw new APIError('UNPROCESSABLE_ENTITY', { message: `"${field}" ${rule}.`, code: 'INVALID_REQUEST' })
}

/**
 * Returns the rule that a person's name breaks; null if it breaks none. The name is shown next to every
 * comment, and the person's first workspace is named after it. Ignores a name that is not a string, since the
 * authentication library rejects it.
 */
function nameRule(name: unknown): string | null {
  if (typeof name !== 'string') return null
  if (name.trim() === '' || name.length > limits.personName)
    return `must have 1 to ${limits.personName} characters`
  return isVisibleName(name) ? null : visibleNameRule
}

/**
 * Returns the rule that the URL of a person's picture breaks; null if it breaks none. Browsers of other
 * people load the picture, so the URL must be short and use https. Null as the URL removes the picture.
 */
function imageRule(image: unknown): string | null {
  if (image === undefined || image === null) return null
  if (typeof image !== 'string') return 'must be a string or null'
  if (Buffer.byteLength(image) > limits.personImageBytes)
    return `must have at most ${limits.personImageBytes} bytes`
  return /^https:\/\/[^\s\p{Cc}]+$/iu.test(image) && URL.canParse(image) ? null : 'must be an https address'
}

/**
 * Returns the name and picture of a person from the data of a provider or proxy. A missing name is replaced
 * by the part of the email before the @. A picture whose URL breaks a rule is left out.
 */
export function personFrom(profile: { name?: unknown; image?: unknown; email: string }) {
  const given = typeof profile.name === 'string' ? visibleName(profile.name) : ''
  const name = given || profile.email.replace(/@.*$/, '')
  return {
    // The name is shortened to the maximum length, but a surrogate pair is never split.
    name: name.slice(0, limits.personName).replace(/[\ud800-\udbff]$/, ''),
    image: typeof profile.image === 'string' && imageRule(profile.image) === null ? profile.image : null,
  }
}
