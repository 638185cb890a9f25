import { join, resolve } from 'node:path'
import { featureNames, type Feature } from '#shared/contract/features'
import type { RetentionSetting } from '#shared/plans'
import type { Notices } from '#shared/text/notices'
import { dialectOf, type DatabaseAddress } from './dialect'
import { readOrCreateSecret } from './auth-secret'
import { Environment } from './environment'
import { SettingsError } from './error'
import { signInSettings, type SignInSettings } from './sign-in'
import { assertWritableFolder } from './writable-folder'

export interface Settings extends SignInSettings {
  port: number
  /** The URL at which people and agents reach the server, without a trailing slash. */
  publicUrl: string
  dataDir: string
  database: DatabaseAddress
  blobUrl: string
  /** Whether requests for large media under `/e/` are redirected to the blob store. */
  blobRedirect: boolean
  /**
   * The names of the settings that determine where the database and the blobs are. Error messages contain
   * these names.
   */
  sources: { database: 'DATABASE_URL' | 'DATA_DIR'; blobs: 'BLOB_URL' | 'DATA_DIR' }
  authSecret: string
  rateLimits: boolean
  /**
   * The URL of the Redis server in which several nodes count rate limits. If it is null, rate limits are
   * counted in the database or, on a single node, in memory.
   */
  redisUrl: string | null
  /**
   * The rule for the deletion of media. The default is `plan` if workspaces have a plan (payments or plan
   * limits are on), otherwise `off`.
   */
  retention: RetentionSetting
  /**
   * The number of days after which audit events and events of administrators are deleted; null if they are
   * never deleted.
   */
  eventsDays: number | null
  trustProxy: boolean
  logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent'
  /** Whether a line is logged for each request. */
  accessLog: boolean
  /** The token that clients send to read `/api/metrics`; null if metrics are off. */
  metricsToken: string | null
  /** The total size of all caches of the process, in bytes. */
  cacheBytes: number
  /**
   * The number of seconds for which a stopping server still accepts connections while it reports that it is
   * not ready.
   */
  shutdownDelay: number
  /**
   * Whether every response is validated against its schema. If it is, an unknown field in a response is an
   * error. For tests and development.
   */
  checkResponses: boolean
  /** The client id of the command line for the OAuth device flow. */
  cliClientId: string
  /** Whether agents may create a workspace without an account. */
  unclaimedWorkspaces: boolean
  /** The parts of the server that the operator has turned off. */
  turnedOff: readonly Feature[]
  /** The banner and the links of the operator on pages. */
  notices: Notices
  /** The email addresses of administrators, in lower case. If the list is empty, administration is off. */
  admins: readonly string[]
  /**
   * The token with which scripts call the operations of administrators; null if there is none. It works
   * without `ADMINS` too.
   */
  adminToken: string | null
  /** Whether plan limits apply although billing is off. */
  planLimits: boolean
  /** The settings of the payment provider; null if payments are off. */
  stripe: { secretKey: string; webhookSecret: string; priceTeam: string; apiBase: string | null } | null
  /** The CPU time in seconds that processing one media file may take. Large files may take longer. */
  mediaSeconds: number
  /** Whether webhooks may be sent to private IP addresses, and over http. */
  webhooksToPrivate: boolean
  /** Whether pull requests may be updated at forges with private IP addresses, and over http. */
  forgesToPrivate: boolean
  /** The URL of the mail server, and the sender of mails; null if no mail is sent. */
  smtp: { url: string; from: string } | null
}

/**
 * Settings as parsed, before any file is created. The secret is null if it is stored in a file of `DATA_DIR`.
 */
export interface ParsedSettings extends Omit<Settings, 'authSecret'> {
  authSecret: string | null
}

/**
 * Reads the settings from environment variables. An empty variable counts as not set. Creates `DATA_DIR`, and
 * a secret in it if `AUTH_SECRET` is not set. Throws a {@link SettingsError} that contains all faults.
 */
export function readSettings(env: Record<string, string | undefined>): Settings {
  const parsed = parseSettings(env)
  assertWritableFolder('DATA_DIR', parsed.dataDir)
  return { ...parsed, authSecret: parsed.authSecret ?? readOrCreateSecret(secretFile(parsed.dataDir)) }
}

/** Returns the path of the file whose secret is used if `AUTH_SECRET` is not set. */
export const secretFile = (dataDir: string) => join(dataDir, 'auth-secret')

/** Reads settings like {@link readSettings}, but creates nothing and reads no file. */
export function parseSettings(env: Record<string, string | undefined>): ParsedSettings {
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  )
  const parsed = Environment.safeParse(given)
  if (!parsed.success)
    throw new SettingsError(parsed.error.issues.map(issue => `${issue.path.join('.')}: ${issue.message}`))
  const value = parsed.data
  const dataDir = resolve(value.DATA_DIR)
  return {
    port: value.PORT,
    publicUrl: new URL(value.PUBLIC_URL ?? `http://localhost:${value.PORT}`).origin,
    dataDir,
    database: databaseOf(value.DATABASE_URL, dataDir),
    blobUrl: value.BLOB_URL ?? join(dataDir, 'blobs'),
    blobRedirect: value.BLOB_REDIRECT,
    sources: {
      database: value.DATABASE_URL ? 'DATABASE_URL' : 'DATA_DIR',
      blobs: value.BLOB_URL ? 'BLOB_URL' : 'DATA_DIR',
    },
    authSecret: value.AUTH_SECRET ?? null,
    rateLimits: value.RATE_LIMITS,
    redisUrl: value.REDIS_URL ?? null,
    retention: value.RETENTION ?? (value.STRIPE_SECRET_KEY || value.PLAN_LIMITS ? 'plan' : 'off'),
    eventsDays: value.EVENTS_DAYS ?? null,
    trustProxy: value.TRUST_PROXY,
    logLevel: value.LOG_LEVEL,
    accessLog: value.ACCESS_LOG,
    metricsToken: value.METRICS_TOKEN ?? null,
    cacheBytes: value.CACHE_MIB * 1024 * 1024,
    shutdownDelay: value.SHUTDOWN_DELAY,
    checkResponses: value.CHECK_RESPONSES,
    cliClientId: value.CLI_CLIENT_ID,
    unclaimedWorkspaces: value.UNCLAIMED_WORKSPACES,
    ...signInSettings(value),
    turnedOff: turnedOffBy(value),
    notices: { banner: value.BANNER, legalLinks: value.LEGAL_LINKS },
    admins: value.ADMINS,
    adminToken: value.ADMIN_TOKEN ?? null,
    planLimits: value.PLAN_LIMITS,
    stripe:
      value.STRIPE_SECRET_KEY && value.STRIPE_WEBHOOK_SECRET && value.STRIPE_PRICE_TEAM
        ? {
            secretKey: value.STRIPE_SECRET_KEY,
            webhookSecret: value.STRIPE_WEBHOOK_SECRET,
            priceTeam: value.STRIPE_PRICE_TEAM,
            apiBase: value.STRIPE_API_BASE ?? null,
          }
        : null,
    mediaSeconds: value.MEDIA_SECONDS,
    webhooksToPrivate: value.WEBHOOKS_TO_PRIVATE,
    forgesToPrivate: value.FORGES_TO_PRIVATE,
    smtp: value.SMTP_URL ? { url: value.SMTP_URL, from: value.MAIL_FROM } : null,
  }
}

function turnedOffBy(value: {
  SHARE_LINKS: 'on' | 'view' | 'off'
  WEBHOOKS: boolean
  MCP: boolean
  UPLOADS_BY_HAND: boolean
}): Feature[] {
  const isOff: Record<Feature, boolean> = {
    shareLinks: value.SHARE_LINKS === 'off',
    guestComments: value.SHARE_LINKS !== 'on',
    webhooks: !value.WEBHOOKS,
    mcp: !value.MCP,
    uploadsByHand: !value.UPLOADS_BY_HAND,
  }
  return featureNames.filter(each => isOff[each])
}

function databaseOf(url: string | undefined, dataDir: string): DatabaseAddress {
  if (url !== undefined && dialectOf(url) === 'postgres') return { dialect: 'postgres', url }
  return {
    dialect: 'sqlite',
    file: resolve(url?.replace(/^file:(\/\/)?/, '') ?? join(dataDir, 'exhibit.sqlite')),
  }
}

let current: Settings | undefined

/** Returns the settings of this process. Reads them at the first call. */
export function settings(): Settings {
  return (current ??= readSettings(process.env))
}
