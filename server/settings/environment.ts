import { z } from 'zod'
import { settingsOfProvider, socialProviderIds, type SocialProviderSetting } from '#shared/sign-in-providers'
import { dialectOf } from './dialect'
import { requireAllOrNone } from './all-or-none'
import { noticeSettings } from './notices'
import { checkSignIn } from './sign-in'

const flag = (fallback: 'on' | 'off') =>
  z
    .enum(['on', 'off', 'true', 'false'], 'must be on or off')
    .default(fallback)
    .transform(value => value === 'on' || value === 'true')
const optional = z.string().optional()

/** Returns the schema of a number in a range. All invalid values cause the same error message. */
function inRange(type: z.ZodNumber, name: string, { min, max }: { min: number; max: number }) {
  const message = `must be ${name} from ${min} to ${max}`
  return z.coerce.number(message).pipe(type.min(min, message).max(max, message))
}
const number = (unit: string, range: { min: number; max: number }) =>
  inRange(z.number(), `a number of ${unit}`, range)
const whole = (name: string, range: { min: number; max: number }) =>
  inRange(z.int(`must be ${name} from ${range.min} to ${range.max}`), name, range)

/**
 * Returns whether a URL consists only of a scheme, a host and a port. Also returns true for a text that is
 * not a URL.
 */
function isOrigin(address: string): boolean {
  const url = URL.parse(address)
  return url === null || (/^\/*$/.test(url.pathname) && `${url.search}${url.hash}${url.username}` === '')
}
const headerName = z
  .string()
  .regex(/^[a-z\d-]+$/i, 'must be the name of a header, such as X-Forwarded-Email')
  .toLowerCase()

/** Email addresses separated by commas, in lower case as in accounts. */
const emails = z
  .string()
  .transform(list =>
    list
      .toLowerCase()
      .split(',')
      .map(each => each.trim()),
  )
  .refine(
    list => list.every(each => z.email().safeParse(each).success),
    'must be email addresses separated by commas, as in ann@example.org,bo@example.org',
  )

const socialProviderSettings = Object.fromEntries(
  socialProviderIds.flatMap(settingsOfProvider).map(setting => [setting, optional]),
) as Record<SocialProviderSetting, typeof optional>

const billingKeys = ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'STRIPE_PRICE_TEAM'] as const

/** The environment variables of the server. */
export const Environment = z
  .object({
    PORT: whole('a port number', { min: 0, max: 65_535 }).default(3000),
    HOST: optional,
    PUBLIC_URL: z
      .url({
        protocol: /^https?$/,
        error: 'must be an http or https address such as https://exhibit.example.com',
      })
      .refine(
        isOrigin,
        'must end with the host and port, as https://exhibit.example.com does: ' +
          'the server has no path, query or fragment of its own',
      )
      .optional(),
    DATA_DIR: z.string().default('./data'),
    DATABASE_URL: z
      .string()
      .regex(
        /^(file:|[./]|postgres(ql)?:\/\/)/,
        'must be a path or file: address of an SQLite file, or a postgres:// address',
      )
      .refine(
        value => dialectOf(value) === 'sqlite' || URL.canParse(value),
        'is not a postgres:// address; escape special characters of the password, such as %40 for @',
      )
      .optional(),
    BLOB_URL: optional,
    BLOB_REDIRECT: flag('off'),
    REDIS_URL: z
      .url({ protocol: /^rediss?$/, error: 'must be an address such as redis://cache.example.com:6379' })
      .optional(),
    AUTH_SECRET: z
      .string()
      .min(32, 'must have at least 32 characters; leave it unset to generate one')
      .optional(),
    RATE_LIMITS: flag('on'),
    RETENTION: z.enum(['plan', 'off'], 'must be plan or off').optional(),
    EVENTS_DAYS: whole('a number of days', { min: 30, max: 36_500 }).optional(),
    TRUST_PROXY: flag('off'),
    LOG_LEVEL: z
      .enum(['debug', 'info', 'warn', 'error', 'silent'], 'must be one of debug, info, warn, error, silent')
      .default('info'),
    ACCESS_LOG: flag('off'),
    METRICS_TOKEN: z
      .string()
      .regex(
        /^[\x21-\x7E]{16,}$/,
        'must have at least 16 letters, digits and signs; leave it unset to turn metrics off',
      )
      .optional(),
    CACHE_MIB: number('MiB', { min: 0, max: 65_536 }).default(128),
    SHUTDOWN_DELAY: number('seconds', { min: 0, max: 20 }).default(0),
    CHECK_RESPONSES: flag('off'),
    CLI_CLIENT_ID: z.string().max(100, 'must have at most 100 characters').default('exhibit-cli'),
    UNCLAIMED_WORKSPACES: flag('off'),
    SIGN_UPS: z
      .string()
      .regex(
        /^(?:open|invite|domain:[a-z\d-]+(?:\.[a-z\d-]+)+(?:, *(?:domain:)?[a-z\d-]+(?:\.[a-z\d-]+)+)*)$/i,
        'must be open, invite, or domain: with domains, as in domain:example.org,example.com',
      )
      .default('open'),
    SHARE_LINKS: z.enum(['on', 'view', 'off'], 'must be on, view or off').default('on'),
    WEBHOOKS: flag('on'),
    MCP: flag('on'),
    UPLOADS_BY_HAND: flag('on'),
    ...noticeSettings,
    ADMINS: emails.default([]),
    ADMIN_TOKEN: z
      .string()
      .regex(
        /^[\x21-\x7E]{32,}$/,
        'must have at least 32 letters, digits and signs; leave it unset to turn it off',
      )
      .refine(
        value => !value.startsWith('svc_'),
        'must not begin with svc_, as agent tokens do; generate another one',
      )
      .optional(),
    PASSWORD_SIGN_IN: flag('on'),
    OIDC_ISSUER: z
      .url({ protocol: /^https?$/, error: 'must be the https address of the provider' })
      .optional(),
    OIDC_CLIENT_ID: optional,
    OIDC_CLIENT_SECRET: optional,
    OIDC_NAME: z.string().max(40, 'must have at most 40 characters').default('single sign-on'),
    OIDC_TRUST_EMAIL: z.enum(['off', 'on', 'always'], 'must be off, on or always').default('off'),
    OIDC_GROUPS_CLAIM: z.string().max(100, 'must have at most 100 characters').default('groups'),
    OIDC_GROUPS: z
      .string()
      .regex(
        /^(?:(?:^|,)[^=,:]+=[^=,:]{1,80}:(?:owner|member|reviewer))+$/,
        'must list groups with a workspace and a role, as in design=Acme:reviewer,leads=Acme:owner',
      )
      .optional(),
    DEFAULT_WORKSPACE: z
      .string()
      .regex(
        /^[^=,:]{1,80}:(?:member|reviewer)$/,
        'must be a workspace with the role member or reviewer, as in Acme:member',
      )
      .optional(),
    ...socialProviderSettings,
    TRUSTED_USER_HEADER: headerName.optional(),
    TRUSTED_NAME_HEADER: headerName.optional(),
    PLAN_LIMITS: flag('off'),
    STRIPE_SECRET_KEY: optional,
    STRIPE_WEBHOOK_SECRET: optional,
    STRIPE_PRICE_TEAM: optional,
    STRIPE_API_BASE: z.url({ protocol: /^https?$/, error: 'must be an http or https address' }).optional(),
    MEDIA_SECONDS: number('seconds', { min: 1, max: 3600 }).default(60),
    SMTP_URL: z
      .url({
        protocol: /^smtps?$/,
        error: 'must be an address such as smtp://user:password@mail.example.com:587',
      })
      .optional(),
    WEBHOOKS_TO_PRIVATE: flag('off'),
    FORGES_TO_PRIVATE: flag('off'),
    MAIL_FROM: z.string().default('Exhibit <exhibit@localhost>'),
  })
  .superRefine((value, context) => {
    const fail = (setting: string, message: string) =>
      context.addIssue({ code: 'custom', path: [setting], message })
    if (dialectOf(value.DATABASE_URL) === 'postgres' && value.AUTH_SECRET === undefined)
      fail(
        'AUTH_SECRET',
        'is needed with PostgreSQL: every node must have the same, of at least 32 characters',
      )
    if (value.BLOB_REDIRECT && !/^s3:/i.test(value.BLOB_URL ?? ''))
      fail('BLOB_REDIRECT', 'needs BLOB_URL to be an s3:// address; leave it off for a folder')
    for (const other of ['AUTH_SECRET', 'METRICS_TOKEN'] as const)
      if (value.ADMIN_TOKEN !== undefined && value.ADMIN_TOKEN === value[other])
        fail('ADMIN_TOKEN', `must differ from ${other}; generate another one`)
    requireAllOrNone(value, billingKeys, 'billing is on', fail)
    checkSignIn(value, fail)
  })
