import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { z } from 'zod'
import { isOutOfSpace } from './out-of-space'

const flag = (fallback: 'on' | 'off') =>
  z
    .enum(['on', 'off', 'true', 'false'], 'must be on or off')
    .default(fallback)
    .transform(value => value === 'on' || value === 'true')
const optional = z.string().min(1).optional()

const Environment = z
  .object({
    PORT: z.coerce.number('must be a port number').pipe(z.int().min(0).max(65_535)).default(3000),
    HOST: optional,
    PUBLIC_URL: z
      .url({
        protocol: /^https?$/,
        error: 'must be an http or https address such as https://exhibit.example.com',
      })
      .optional(),
    DATA_DIR: z.string().min(1).default('./data'),
    DATABASE_URL: z
      .string()
      .regex(/^(file:|[./])/, 'must be a path or file: address of an SQLite file')
      .optional(),
    BLOB_URL: optional,
    AUTH_SECRET: z
      .string()
      .min(32, 'must have at least 32 characters; leave it unset to have one made')
      .optional(),
    RATE_LIMITS: flag('on'),
    RETENTION: z.enum(['plan', 'off'], 'must be plan or off').default('plan'),
    TRUST_PROXY: flag('off'),
    LOG_LEVEL: z
      .enum(['debug', 'info', 'warn', 'error', 'silent'], 'must be one of debug, info, warn, error, silent')
      .default('info'),
    CHECK_RESPONSES: flag('off'),
    CLI_CLIENT_ID: z.string().min(1).max(100).default('exhibit-cli'),
    UNCLAIMED_WORKSPACES: flag('off'),
    SIGN_UPS: z.enum(['open', 'invite'], 'must be open or invite').default('open'),
    PLAN_LIMITS: flag('off'),
    STRIPE_SECRET_KEY: optional,
    STRIPE_WEBHOOK_SECRET: optional,
    STRIPE_PRICE_TEAM: optional,
    STRIPE_API_BASE: z.url({ protocol: /^https?$/, error: 'must be an http or https address' }).optional(),
    MEDIA_SECONDS: z.coerce
      .number('must be a number of seconds')
      .pipe(z.number().min(1).max(3600))
      .default(60),
    SMTP_URL: z
      .url({
        protocol: /^smtps?$/,
        error: 'must be an address such as smtp://user:password@mail.example.com:587',
      })
      .optional(),
    MAIL_FROM: z.string().min(1).default('Exhibit <exhibit@localhost>'),
  })
  .superRefine((value, context) => {
    const keys = ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'STRIPE_PRICE_TEAM'] as const
    const missing = keys.filter(key => value[key] === undefined)
    if (missing.length === 0 || missing.length === keys.length) return
    for (const key of missing)
      context.addIssue({
        code: 'custom',
        path: [key],
        message: `is needed too: billing is on when ${keys.join(', ')} are all set`,
      })
  })

export interface Settings {
  port: number
  /** The address people and agents use, without a trailing slash. */
  publicUrl: string
  dataDir: string
  /** Path of the SQLite file. */
  databaseFile: string
  blobUrl: string
  /** The setting that each place comes from, for errors about it. */
  sources: { database: 'DATABASE_URL' | 'DATA_DIR'; blobs: 'BLOB_URL' | 'DATA_DIR' }
  authSecret: string
  rateLimits: boolean
  retention: 'plan' | 'off'
  trustProxy: boolean
  logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent'
  /** Every answer is parsed by its schema and an unknown key is an error: for tests and development. */
  checkResponses: boolean
  /** The client id of the command line in the device flow. */
  cliClientId: string
  /** Agents may begin without an account. */
  unclaimedWorkspaces: boolean
  /** `invite` closes sign-up to all but the first account and invited people. */
  signUps: 'open' | 'invite'
  /** Plan ceilings hold although billing is off. */
  planLimits: boolean
  /** null: billing is off. */
  stripe: { secretKey: string; webhookSecret: string; priceTeam: string; apiBase: string | null } | null
  /** CPU seconds that processing one file may take, before what its size adds. */
  mediaSeconds: number
  /** null: no mail is sent. */
  smtp: { url: string; from: string } | null
}

/** Faults of the environment, one line each. */
export class SettingsError extends Error {
  constructor(readonly faults: string[]) {
    super(
      faults.length === 1
        ? `Cannot start: ${faults[0]}`
        : `The settings have ${faults.length} faults:\n${faults.map(fault => `  ${fault}`).join('\n')}`,
    )
    this.name = 'SettingsError'
  }
}

/**
 * Reads the settings from an environment; an empty variable counts as unset. Creates `DATA_DIR`, and in it
 * the secret when none is set. Throws {@link SettingsError} with every fault at once.
 */
export function readSettings(env: Record<string, string | undefined>): Settings {
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  )
  const parsed = Environment.safeParse(given)
  if (!parsed.success)
    throw new SettingsError(parsed.error.issues.map(issue => `${issue.path.join('.')}: ${issue.message}`))
  const value = parsed.data
  const dataDir = resolve(value.DATA_DIR)
  assertWritableFolder('DATA_DIR', dataDir)
  return {
    port: value.PORT,
    publicUrl: (value.PUBLIC_URL ?? `http://localhost:${value.PORT}`).replace(/\/+$/, ''),
    dataDir,
    databaseFile: resolve(
      value.DATABASE_URL?.replace(/^file:(\/\/)?/, '') ?? join(dataDir, 'exhibit.sqlite'),
    ),
    blobUrl: value.BLOB_URL ?? join(dataDir, 'blobs'),
    sources: {
      database: value.DATABASE_URL ? 'DATABASE_URL' : 'DATA_DIR',
      blobs: value.BLOB_URL ? 'BLOB_URL' : 'DATA_DIR',
    },
    authSecret: value.AUTH_SECRET ?? keptSecret(join(dataDir, 'auth-secret')),
    rateLimits: value.RATE_LIMITS,
    retention: value.RETENTION,
    trustProxy: value.TRUST_PROXY,
    logLevel: value.LOG_LEVEL,
    checkResponses: value.CHECK_RESPONSES,
    cliClientId: value.CLI_CLIENT_ID,
    unclaimedWorkspaces: value.UNCLAIMED_WORKSPACES,
    signUps: value.SIGN_UPS,
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
    smtp: value.SMTP_URL ? { url: value.SMTP_URL, from: value.MAIL_FROM } : null,
  }
}

/**
 * Creates a folder where it is missing and writes a file in it: permissions do not show a read-only mount.
 * Throws {@link SettingsError} that names the setting; a full disk passes, since reads go on.
 */
export function assertWritableFolder(setting: string, folder: string): void {
  const probe = join(folder, `.write-test-${randomUUID()}`)
  try {
    makeFolders(folder)
    writeFileSync(probe, '', { mode: 0o600, flag: 'wx' })
    rmSync(probe)
  } catch (error) {
    if (isOutOfSpace(error)) return
    throw fileFault(
      setting,
      folder,
      'written',
      error,
      "choose a folder in which the server's user may create files",
    )
  }
}

function fileFault(
  setting: string,
  path: string,
  done: 'read' | 'written',
  error: unknown,
  remedy: string,
): SettingsError {
  return new SettingsError([
    `${setting}: ${path} cannot be ${done} (${(error as NodeJS.ErrnoException).code}); ${remedy}`,
  ])
}

/**
 * Creates a folder and its parents. Node's recursive mkdir never returns where an existing parent reports
 * ENOENT, as /proc does.
 */
function makeFolders(folder: string): void {
  if (existsSync(folder)) return
  const parent = dirname(folder)
  if (parent !== folder) makeFolders(parent)
  mkdirSync(folder, { mode: 0o700 })
}

/** The secret made at the first start; sessions and capability addresses depend on it. */
function keptSecret(file: string): string {
  if (!existsSync(file)) {
    try {
      writeFileSync(file, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST')
        throw fileFault(
          'DATA_DIR',
          file,
          'written',
          error,
          "set AUTH_SECRET, or let the server's user write there",
        )
    }
  }
  const secret = readSecret(file)
  if (secret.length < 32)
    throw new SettingsError([
      `AUTH_SECRET: ${file} is damaged; restore it or remove it to have a new one made (signs everybody out)`,
    ])
  return secret
}

function readSecret(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    throw fileFault('DATA_DIR', file, 'read', error, "set AUTH_SECRET, or let the server's user read it")
  }
}

let current: Settings | undefined

/** The settings of this process, read once. */
export function settings(): Settings {
  return (current ??= readSettings(process.env))
}
