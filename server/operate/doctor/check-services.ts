import { openRedis } from '~~/server/limits/redis'
import { verifyMailServer } from '~~/server/mail/send'
import type { ParsedSettings } from '~~/server/settings'
import { limitedFetch } from '~~/server/outgoing/limited-fetch'
import { messageOf, type Finding } from './finding'

/** Checks the connection to each external service that is configured in the settings. */
export function checkServices(settings: ParsedSettings): Promise<Finding[]> {
  const { smtp, providers, redisUrl } = settings
  return Promise.all([
    smtp
      ? attempt('mail', 'SMTP_URL: the mail server accepts the sign-in', () => verifyMailServer(smtp.url))
      : off('mail', 'SMTP_URL'),
    providers.oidc
      ? attempt('sign-in', 'OIDC_ISSUER: the provider responds', () =>
          checkIssuer(providers.oidc?.issuer ?? ''),
        )
      : off('sign-in', 'OIDC_ISSUER'),
    redisUrl === null
      ? off('Redis', 'REDIS_URL')
      : attempt('Redis', 'REDIS_URL: the server responds', async () => {
          const redis = await openRedis(redisUrl)
          await redis.ping().finally(() => redis.disconnect())
        }),
  ])
}

const off = async (check: string, setting: string): Promise<Finding> => ({
  check,
  level: 'ok',
  text: `${setting} is not set`,
})

async function attempt(check: string, text: string, run: () => Promise<unknown>): Promise<Finding> {
  try {
    await run()
    return { check, level: 'ok', text }
  } catch (error) {
    const setting = text.slice(0, text.indexOf(':'))
    const message = messageOf(error)
    const remedy = 'start the service, or correct the address'
    return {
      check,
      level: 'problem',
      text: message.startsWith(setting) ? message : `${setting}: ${message}; ${remedy}`,
    }
  }
}

/**
 * Reads the metadata of an OpenID provider, as the server does at the first sign-in. Throws if the provider
 * cannot be used.
 */
async function checkIssuer(issuer: string): Promise<void> {
  const address = `${issuer}/.well-known/openid-configuration`
  const response = await limitedFetch(address).catch((error: unknown) => {
    const cause = error instanceof Error && error.cause ? error.cause : error
    throw new Error(`${address} does not respond (${messageOf(cause)})`)
  })
  if (!response.ok) throw new Error(`${address} responds ${response.status}`)
  const metadata = (await response.json().catch(() => ({}))) as { issuer?: unknown }
  if (typeof metadata.issuer !== 'string')
    throw new Error(`${address} does not return the metadata of an OpenID provider`)
  if (metadata.issuer.replace(/\/+$/, '') !== issuer)
    throw new Error(`the provider calls itself ${metadata.issuer}, so that its sign-ins would be refused`)
}
