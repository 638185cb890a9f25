import { invalid, type AppError } from '#shared/errors'
import { settings } from '~~/server/settings'
import { assertAllowedHost, OutgoingError } from './request'

/** The settings that allow http and private IP addresses, with the names of their environment variables. */
const variables = {
  webhooksToPrivate: 'WEBHOOKS_TO_PRIVATE',
  forgesToPrivate: 'FORGES_TO_PRIVATE',
} as const
type PrivateSetting = keyof typeof variables

/**
 * Throws `invalid_request` with the name of the field if the server may not send requests to a URL that a
 * person entered. Does not resolve the host name: its IP addresses are checked at each request.
 */
export function assertAllowedUrl(address: string, field: string, setting: PrivateSetting): void {
  const toPrivate = settings()[setting]
  const url = new URL(address)
  if (url.protocol === 'http:' && !toPrivate)
    throw invalid(
      field,
      `"${field}" must begin with https://.`,
      `Use an https address; the operator of this server can allow http with ${variables[setting]}=on.`,
    )
  try {
    assertAllowedHost(url, toPrivate)
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error
    throw invalid(field, `"${field}" must name a public host: ${error.message}`, hintOf(setting))
  }
}

/** Returns the error for a URL that a person entered but that does not respond. `reason` is a sentence. */
export const unusableUrl = (reason: string, field: string, setting: PrivateSetting): AppError =>
  invalid(field, `"${field}" cannot be used: ${reason}`, hintOf(setting))

const hintOf = (setting: PrivateSetting): string =>
  settings()[setting]
    ? 'Use another address; link-local ones are never allowed.'
    : 'Use a public address; the operator of this server can allow private ones with ' +
      `${variables[setting]}=on.`
